// Zooms, sorts, filters, copies. Everything can be read without it. Text becomes text
// nodes only: nothing here makes markup.
'use strict';
(() => {
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const SVG = 'http://www.w3.org/2000/svg';
const PAGE = 100;
const collator = new Intl.Collator('en', { numeric: true });

function fill(node, attributes, children) {
	for (const name in attributes) {
		if (name === 'on')
			for (const type in attributes.on)
				node.addEventListener(type, attributes.on[type]);
		else if (attributes[name] !== undefined && attributes[name] !== false)
			node.setAttribute(name, attributes[name]);
	}
	node.append(...children);
	return node;
}
const make = (tag, attributes = {}, ...children) =>
	fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) =>
	fill(document.createElementNS(SVG, tag), attributes, children);
const grouped = (n) => n.toLocaleString('en-US');

// As reports/human.c writes it, in three digits.
function time(us) {
	const three = (n) => n < 9.995 ? n.toFixed(2) : n < 99.95 ? n.toFixed(1) : n.toFixed(0);
	if (us === 0)
		return '0 s';
	if (us < 1000)
		return Math.round(us) + ' µs';
	if (us < 999500)
		return three(us / 1e3) + ' ms';
	if (us < 12e7)
		return three(us / 1e6) + ' s';
	const s = Math.round(us / 1e6);
	return s < 3600 ? `${Math.floor(s / 60)} min ${s % 60} s` :
		`${grouped(Math.floor(s / 3600))} h ${Math.floor(s / 60) % 60} min`;
}

function dataOf(key) {
	const node = document.getElementById('data-' + key);
	return node && JSON.parse(node.textContent);
}

// Tables. Rows are elements that stand on the page, or, in a big table, indexes into its
// data, of which elements are made a page at a time.
class Table {
	constructor(node) {
		this.node = node;
		this.body = node.tBodies[0];
		this.key = node.dataset.big;
		this.count = Number(node.dataset.rows);
		this.column = -1;
		this.up = true;
		this.page = 0;
		this.words = ['', ''];
		this.texts = [];
		if (!this.key)
			this.readRows();
		if (this.count > (node.classList.contains('tree') ? 40 : 8))
			this.addControls();
		if (node.classList.contains('sort') && this.count > 1)
			this.addButtons();
		this.addMore();
		if (this.controls)
			this.tell(this.count);
	}

	// Of a long table that is not the main thing, first only the top.
	addMore() {
		const top = Number(this.node.dataset.top);
		if (this.key || !top || this.count < top * 1.5)
			return;
		this.limit = top;
		this.more = make('button', { type: 'button', class: 'all', on: { click: () => this.showAll() } },
			`Show all ${grouped(this.count)} rows`);
		this.node.parentNode.after(this.more);
		addEventListener('beforeprint', () => this.showAll());
		this.show();
	}

	showAll() {
		this.limit = 0;
		this.show();
	}

	readRows() {
		this.rows = [];
		for (const row of this.body.rows)
			if (row.classList.contains('more') && this.rows.length)
				this.rows[this.rows.length - 1].push(row);
			else
				this.rows.push([row]);
	}

	get data() {
		if (!this.loaded)
			this.loaded = dataOf(this.key);
		return this.loaded;
	}

	text(i) {
		if (this.texts[i] !== undefined)
			return this.texts[i];
		let text;
		if (this.key) {
			const cell = (c) => this.data.s[Array.isArray(c) ? c[0] : c];
			const width = this.data.c.length;
			text = this.data.r[i].map((c, k) => k < width ? cell(c) : this.data.s[c[1]]).join(' ');
		} else {
			text = this.rows[i].map((row) => row.textContent).join(' ');
		}
		return this.texts[i] = text.toLowerCase();
	}

	value(i, column) {
		if (this.key) {
			const c = this.data.r[i][column];
			return this.data.c[column] & 1 ? this.data.n[column][i] :
				this.data.s[Array.isArray(c) ? c[0] : c];
		}
		const cell = this.rows[i][0].cells[column];
		return cell.classList.contains('n') ?
			(cell.dataset.v === undefined ? null : Number(cell.dataset.v)) : cell.textContent;
	}

	compare(a, b) {
		const x = this.value(a, this.column), y = this.value(b, this.column);
		const noX = x === null || x === '', noY = y === null || y === '';
		if (noX || noY)
			return noX - noY || a - b;
		const order = typeof x === 'number' ? x - y : collator.compare(x, y);
		return (this.up ? order : -order) || a - b;
	}

	select() {
		const order = [];
		for (let i = 0; i < this.count; i++)
			if (this.words.every((word) => !word || this.text(i).includes(word)))
				order.push(i);
		if (this.column >= 0)
			order.sort((a, b) => this.compare(a, b));
		return order;
	}

	show() {
		this.order = this.select();
		if (this.key) {
			const from = this.page * PAGE;
			this.body.replaceChildren(...this.order.slice(from, from + PAGE)
				.flatMap((i) => this.make(i)));
		} else {
			const cut = this.limit && this.order.length === this.count;
			const shown = new Set(cut ? this.order.slice(0, this.limit) : this.order);
			if (this.more)
				this.more.hidden = !cut;
			this.rows.forEach((rows, i) => rows.forEach((row) => { row.hidden = !shown.has(i) }));
			if (this.node.classList.contains('sort'))
				this.body.append(...this.order.flatMap((i) => this.rows[i]));
		}
		this.tell(this.order.length);
		return this.order.length;
	}

	make(i) {
		const d = this.data, row = d.r[i], width = d.c.length;
		const marks = ['', 'added', 'removed', 'changed'];
		const tr = make('tr', { id: d.s[d.a[i]] || undefined, class: d.m && marks[d.m[i]] || undefined });
		for (let k = 0; k < width; k++) {
			const c = row[k], kind = d.c[k];
			const text = d.s[Array.isArray(c) ? c[0] : c];
			const inner = Array.isArray(c) ? make('a', { href: '#' + d.s[c[1]] }, text) : text;
			tr.append(make(kind & 4 ? 'th' : 'td', {
				scope: kind & 4 ? 'row' : undefined,
				class: kind & 1 ? 'n' : kind & 2 ? 'path' : undefined,
				title: kind & 2 ? text : undefined,
			}, kind & 2 ? make('bdi', {}, inner) : inner));
		}
		if (row.length === width)
			return [tr];
		const td = make('td', { colspan: width });
		for (const [label, text, code] of row.slice(width))
			td.append(code ? make('div', { class: 'code' }, make('pre', {}, make('code', {}, d.s[text]))) :
				make('div', { class: 'line' },
					...(label ? [make('span', { class: 'label' }, d.s[label]), ' '] : []), d.s[text]));
		return [tr, make('tr', { class: 'more' }, td)];
	}

	addButtons() {
		$$('thead tr > *', this.node).forEach((th, column) => {
			if (th.tagName !== 'TH')
				return;
			const name = th.textContent;
			th.replaceChildren(make('button', { type: 'button', on: { click: () => this.sort(column) } }, name));
			th.setAttribute('aria-sort', 'none');
		});
	}

	sort(column) {
		const heads = [...this.node.tHead.rows[0].cells];
		const number = heads[column].classList.contains('n');
		if (this.column !== column) {
			this.column = column;
			this.up = !number;
		} else if (this.up !== number) {
			this.up = !this.up;
		} else {
			this.column = -1;
		}
		heads.forEach((th, i) => {
			if (th.hasAttribute('aria-sort'))
				th.setAttribute('aria-sort', i !== this.column ? 'none' : this.up ? 'ascending' : 'descending');
		});
		this.page = 0;
		this.show();
	}

	addControls() {
		const input = make('input', { type: 'search', placeholder: 'Filter', on: {
			input: () => this.filter(0, input.value) } });
		this.input = input;
		this.status = make('p', { class: 'count', role: 'status' });
		this.controls = make('div', { class: 'controls' },
			make('label', {}, make('span', { class: 'hidden' }, 'Filter ' + this.node.caption.textContent), input),
			this.status);
		if (this.key) {
			const step = (by, name) => make('button', { type: 'button', on: { click: () => this.turn(by) } }, name);
			this.back = step(-1, 'Previous');
			this.on = step(1, 'Next');
			this.controls.append(this.back, this.on);
		}
		this.node.parentNode.before(this.controls);
	}

	filter(which, word) {
		this.words[which] = word.trim().toLowerCase();
		this.page = 0;
		return this.show();
	}

	turn(by) {
		this.page += by;
		this.show();
		this.node.parentNode.scrollTop = 0;
		this.controls.scrollIntoView({ block: 'nearest' });
	}

	tell(count) {
		if (!this.controls)
			return;
		const from = this.page * PAGE, to = Math.min(from + PAGE, count);
		const all = count === this.count ? `${grouped(count)} rows` :
			`${grouped(count)} of ${grouped(this.count)} rows`;
		this.status.textContent = this.key && count > PAGE ?
			`${grouped(from + 1)}–${grouped(to)} of ${all}` : all;
		if (this.key) {
			this.back.disabled = this.page === 0;
			this.on.disabled = to >= count;
		}
	}

	// Brings the row with that anchor onto the page.
	reveal(anchor) {
		let i;
		if (this.key) {
			const text = this.data.s.indexOf(anchor);
			i = text < 0 ? -1 : this.data.a.indexOf(text);
		} else {
			i = this.rows.findIndex((rows) => rows[0].id === anchor);
		}
		if (i < 0)
			return false;
		if (this.words[0] || !this.text(i).includes(this.words[1])) {
			this.words = ['', ''];
			if (this.input)
				this.input.value = '';
		}
		this.limit = 0;
		this.page = this.key ? Math.floor(this.select().indexOf(i) / PAGE) : 0;
		this.show();
		return true;
	}
}

// A picture of a tree. Every node is an <svg> whose x and width are in percent.
class Icicle {
	constructor(figure) {
		this.canvas = $('.canvas', figure);
		this.nodes = $$('.node', figure).map((node) => ({
			node, x: parseFloat(node.getAttribute('x')), width: parseFloat(node.getAttribute('width')),
			depth: Math.round(Number(node.getAttribute('y')) / 22),
			title: $('title', node).textContent, text: $('text', node),
		}));
		if (!this.nodes.length)
			return;
		this.all = { x: 0, width: 100, depth: -1 };
		this.at = this.all;
		this.tip = make('p', { class: 'tip' });
		this.out = make('button', { type: 'button', on: { click: () => this.zoom(this.all) } }, 'Whole picture');
		this.canvas.after(this.tip);
		this.canvas.before(make('div', { class: 'controls' }, make('p', { class: 'count' },
			'Click a span to enlarge it; arrow keys move, Escape goes back.'), this.out));
		this.nodes.forEach((n, i) => {
			fill(n.node, { tabindex: i ? -1 : 0, role: 'button', 'aria-label': n.title, on: {
				click: () => this.zoom(n), focus: () => this.tell(n), mouseenter: () => this.tell(n),
				keydown: (event) => this.key(event, n),
			} }, []);
			$('title', n.node).remove();
		});
		new ResizeObserver(() => this.fit()).observe(this.canvas);
		this.zoom(this.all);
	}

	tell(n) { this.tip.textContent = n.title }

	inside(n, outer) {
		return n.x >= outer.x - 1e-3 && n.x + n.width <= outer.x + outer.width + 1e-3;
	}

	zoom(to) {
		this.at = to;
		for (const n of this.nodes) {
			const above = n.depth < to.depth && this.inside(to, n);
			n.seen = above || n === to || (n.depth > to.depth && this.inside(n, to));
			n.node.style.display = n.seen ? '' : 'none';
			n.shown = above ? 100 : n.width / to.width * 100;
			n.node.setAttribute('x', (above ? 0 : (n.x - to.x) / to.width * 100) + '%');
			n.node.setAttribute('width', n.shown + '%');
		}
		this.out.disabled = to === this.all;
		this.fit();
	}

	// Names are shown as far as there is room for them.
	fit() {
		const width = this.canvas.clientWidth;
		for (const n of this.nodes) {
			const name = n.title.slice(0, n.title.lastIndexOf(': '));
			const room = Math.floor((n.shown / 100 * width - 10) / 7);
			n.text.textContent = room >= name.length ? name :
				room > 5 ? name.slice(0, room - 1) + '…' : '';
		}
	}

	key(event, n) {
		const at = this.nodes.indexOf(n);
		const rows = this.nodes.filter((m) => m.seen && m.depth === n.depth);
		const moves = {
			ArrowRight: () => rows[rows.indexOf(n) + 1],
			ArrowLeft: () => rows[rows.indexOf(n) - 1],
			ArrowDown: () => this.nodes.find((m) => m.seen && m.depth === n.depth + 1 && this.inside(m, n)),
			ArrowUp: () => this.nodes.slice(0, at).reverse().find((m) => m.depth === n.depth - 1),
			Enter: () => (this.zoom(n), n), ' ': () => (this.zoom(n), n),
			Escape: () => (this.zoom(this.all), n),
		};
		const go = moves[event.key] && moves[event.key]();
		if (!go)
			return;
		event.preventDefault();
		this.nodes.forEach((m) => m.node.setAttribute('tabindex', m === go ? 0 : -1));
		go.node.focus();
	}
}

// A picture of blocks in time; drawn anew whenever another stretch is looked at.
class Lanes {
	constructor(figure) {
		this.canvas = $('.canvas', figure);
		this.data = dataOf(figure.dataset.key);
		if (!this.data || !this.data.total)
			return;
		this.height = this.data.lanes.length * 46;
		this.tip = make('p', { class: 'tip' });
		const button = (name, label, action) => make('button', {
			type: 'button', 'aria-label': label, on: { click: action } }, name);
		this.out = button('Whole run', 'Show the whole run', () => this.look(0, this.data.total));
		this.canvas.before(make('div', { class: 'controls' }, make('p', { class: 'count' },
			'Click a block to see its compile; drag or use the arrow keys to move, + and − to zoom.'),
			button('+', 'Zoom in', () => this.zoom(0.5)), button('−', 'Zoom out', () => this.zoom(2)), this.out));
		this.canvas.after(this.tip);
		this.canvas.addEventListener('keydown', (event) => this.key(event));
		this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
		this.canvas.addEventListener('pointerdown', (event) => this.grab(event));
		this.canvas.addEventListener('click', (event) => {
			if (this.moved)
				event.preventDefault();
			this.moved = false;
		}, true);
		new ResizeObserver(() => this.redraw()).observe(this.canvas);
		this.look(0, this.data.total);
	}

	look(from, to) {
		const total = this.data.total, span = Math.min(Math.max(to - from, total / 1e5, 10), total);
		this.from = Math.min(Math.max(from, 0), total - span);
		this.to = this.from + span;
		this.out.disabled = span >= total;
		this.redraw();
	}

	zoom(by, around = (this.from + this.to) / 2) {
		this.look(around - (around - this.from) * by, around + (this.to - around) * by);
	}

	redraw() {
		if (this.waiting)
			return;
		this.waiting = true;
		requestAnimationFrame(() => {
			this.waiting = false;
			this.drawAxis();
			this.drawBlocks();
		});
	}

	percent(us) { return (us - this.from) / (this.to - this.from) * 100 }

	drawAxis() {
		const span = this.to - this.from, few = Math.max(2, Math.min(8, this.canvas.clientWidth / 110));
		let step = 1;
		while (span / step > few) {
			const next = [2, 5, 10].find((n) => span / (step * n) <= few);
			step *= next || 10;
			if (next)
				break;
		}
		const axis = $('.axis', this.canvas), parts = [];
		for (let us = Math.ceil(this.from / step) * step; us <= this.to; us += step) {
			const x = this.percent(us) + '%';
			parts.push(draw('line', { x1: x, x2: x, y1: 0, y2: this.height }));
			if (this.percent(us) < 94)
				parts.push(draw('svg', { x, overflow: 'visible' },
					draw('text', { x: 3, y: this.height + 14 }, time(us))));
		}
		axis.replaceChildren(...parts);
	}

	// A block that would show less than half a pixel beyond those before it is left out.
	drawBlocks() {
		const width = this.canvas.clientWidth || 1000, pixel = 100 / width;
		const ends = this.data.lanes.map(() => -1), blocks = [];
		this.shown = [];
		for (const b of this.data.b) {
			const from = this.percent(b[1]), to = this.percent(b[1] + b[2]);
			const end = ends[b[0]] + pixel / 2;
			if (to < 0 || from > 100 || (to < end && from < end))
				continue;
			ends[b[0]] = Math.max(to, ends[b[0]]);
			blocks.push(this.block(b, from, Math.max(to - from, pixel), width));
			this.shown.push(b);
		}
		const focused = $('.blocks', this.canvas).contains(document.activeElement);
		$('.blocks', this.canvas).replaceChildren(...blocks);
		const current = Math.max(0, this.shown.indexOf(this.current));
		if (blocks[current])
			blocks[current].setAttribute('tabindex', 0);
		if (focused && blocks[current])
			blocks[current].focus();
	}

	title(b) {
		const mark = this.data.s[b[5]];
		return `${this.data.s[b[3]]}: ${time(b[2])}, after ${time(b[1])}${mark ? ', ' + mark : ''}`;
	}

	block(b, x, width, canvas) {
		const mark = this.data.s[b[5]], name = this.data.s[b[3]], parts = b[7] || [];
		const room = Math.floor((width / 100 * canvas - 8) / 7);
		const full = mark ? mark + '  ' + name : name;
		const label = room >= full.length ? full : room > mark.length + 8 ? full.slice(0, room - 1) + '…' :
			room >= mark.length ? mark : '';
		const box = draw('svg', { class: 'block' + (/^[a-z]/.test(mark) ? ' fail' : ''), x: x + '%',
			width: width + '%', y: b[0] * 46 + 18, height: 24 },
		draw('rect', { class: 'k' + b[6], width: '100%', height: '100%' }));
		for (let i = 0; i < parts.length && width / 100 * canvas > 3; i += 3)
			box.append(draw('rect', { class: 'k' + parts[i + 2], height: '100%',
				x: (parts[i] - b[1]) / (b[2] || 1) * 100 + '%', width: parts[i + 1] / (b[2] || 1) * 100 + '%' }));
		if (label)
			box.append(draw('text', { x: 4, y: 16 }, label));
		const tell = () => { this.tip.textContent = this.title(b) };
		return draw('a', { href: b[4] ? '#' + this.data.s[b[4]] : undefined, tabindex: -1,
			'aria-label': this.title(b), on: { mouseenter: tell, focus: () => { tell(); this.current = b } } }, box);
	}

	key(event) {
		const step = (this.to - this.from) / 4;
		const actions = {
			'+': () => this.zoom(0.5), '=': () => this.zoom(0.5), '-': () => this.zoom(2),
			'0': () => this.look(0, this.data.total), Escape: () => this.look(0, this.data.total),
			ArrowLeft: () => this.next(-1), ArrowRight: () => this.next(1),
			PageUp: () => this.look(this.from - step, this.to - step),
			PageDown: () => this.look(this.from + step, this.to + step),
		};
		if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey)
			return;
		event.preventDefault();
		actions[event.key]();
	}

	next(by) {
		const at = this.shown.indexOf(this.current) + by;
		const links = $$('.blocks a', this.canvas);
		if (!links[at])
			return;
		links.forEach((link, i) => link.setAttribute('tabindex', i === at ? 0 : -1));
		links[at].focus();
	}

	wheel(event) {
		if (!event.ctrlKey && !event.metaKey)
			return;
		event.preventDefault();
		const box = this.canvas.getBoundingClientRect();
		const at = this.from + (event.clientX - box.left) / box.width * (this.to - this.from);
		this.zoom(event.deltaY > 0 ? 1.25 : 0.8, at);
	}

	grab(event) {
		if (event.button !== 0)
			return;
		const x = event.clientX, from = this.from, span = this.to - this.from;
		const move = (e) => {
			const by = (x - e.clientX) / this.canvas.clientWidth * span;
			if (Math.abs(x - e.clientX) > 4)
				this.moved = true;
			if (this.moved && span < this.data.total)
				this.look(from + by, from + by + span);
		};
		const drop = () => {
			removeEventListener('pointermove', move);
			setTimeout(() => { this.moved = false });
		};
		this.moved = false;
		addEventListener('pointermove', move);
		addEventListener('pointerup', drop, { once: true });
	}
}

function addCopying() {
	for (const code of $$('.code')) {
		const button = make('button', { type: 'button' }, 'Copy');
		const say = (text) => {
			button.textContent = text;
			setTimeout(() => { button.textContent = 'Copy' }, 1500);
		};
		button.addEventListener('click', () => {
			const text = $('code', code).textContent;
			copy(text).then(() => say('Copied'), () => {
				getSelection().selectAllChildren($('code', code));
				say('Press Ctrl+C');
			});
		});
		code.append(button);
	}
}

// Pages that were opened from a file may have no clipboard.
function copy(text) {
	const old = () => {
		const area = make('textarea', { readonly: '', class: 'hidden' });
		area.value = text;
		document.body.append(area);
		area.select();
		const done = document.execCommand('copy');
		area.remove();
		return done ? Promise.resolve() : Promise.reject();
	};
	return navigator.clipboard ? navigator.clipboard.writeText(text).catch(old) : old();
}

function addTheme(tools) {
	const root = document.documentElement;
	const keep = (theme) => { try { localStorage.setItem('ctrace-theme', theme) } catch { /* no storage */ } };
	let theme = '';
	try { theme = localStorage.getItem('ctrace-theme') || '' } catch { /* no storage */ }
	const isDark = () => theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
	const button = make('button', { type: 'button', id: 'theme', on: { click: () => {
		theme = isDark() ? 'light' : 'dark';
		keep(theme);
		show();
	} } });
	const show = () => {
		if (theme === 'dark' || theme === 'light')
			root.dataset.theme = theme;
		button.textContent = isDark() ? 'Light' : 'Dark';
	};
	show();
	tools.append(button);
}

// Looks in cards and in the rows of tables; what has nothing goes away meanwhile.
function addSearch(tools, tables) {
	const input = make('input', { type: 'search', id: 'search', placeholder: 'Search' });
	const found = make('span', { id: 'found', role: 'status' });
	const run = () => {
		const word = input.value.trim().toLowerCase();
		let total = 0;
		for (const section of $$('main > section')) {
			let count = 0;
			for (const card of $$('.card', section)) {
				card.hidden = word !== '' && !card.textContent.toLowerCase().includes(word);
				count += !card.hidden;
			}
			for (const table of tables)
				if (section.contains(table.node))
					count += table.filter(1, word);
			section.hidden = word !== '' && count === 0;
			total += count;
		}
		found.textContent = word ? `${grouped(total)} found` : '';
	};
	let timer;
	input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(run, 120) });
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Escape' && input.value) {
			input.value = '';
			run();
		}
	});
	document.addEventListener('keydown', (event) => {
		if (event.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
			event.preventDefault();
			input.focus();
		}
	});
	tools.append(make('label', {}, make('span', { class: 'hidden' }, 'Search functions, files, causes'), input), found);
	return () => {
		if (input.value) {
			input.value = '';
			run();
		}
	};
}

function addLinks(tables, clear) {
	const go = () => {
		const anchor = decodeURIComponent(location.hash.slice(1));
		$$('.here').forEach((node) => node.classList.remove('here'));
		if (!anchor)
			return;
		clear();
		for (const table of tables)
			if (table.reveal(anchor))
				break;
		const target = document.getElementById(anchor);
		if (!target)
			return;
		if (target.tagName !== 'SECTION' && target.tagName !== 'MAIN')
			target.classList.add('here');
		target.scrollIntoView({ block: target.tagName === 'TR' ? 'center' : 'start' });
	};
	addEventListener('hashchange', go);
	document.addEventListener('click', (event) => {
		const link = event.target.closest && event.target.closest('a[href^="#"]');
		if (link && link.getAttribute('href') === location.hash)
			go();
	});
	go();
}

function addCurrent() {
	const links = new Map($$('nav li a').map((a) => [a.getAttribute('href').slice(1), a]));
	const watcher = new IntersectionObserver((entries) => {
		for (const entry of entries) {
			if (!entry.isIntersecting || !links.has(entry.target.id))
				continue;
			links.forEach((a) => a.removeAttribute('aria-current'));
			links.get(entry.target.id).setAttribute('aria-current', 'true');
		}
	}, { rootMargin: '-15% 0px -75% 0px' });
	$$('main > section').forEach((section) => watcher.observe(section));
}

const tools = $('#tools');
const tables = $$('.wide > table[class]').map((node) => new Table(node));
$$('.rest').forEach((node) => node.remove());
$$('[data-picture=icicle]').forEach((figure) => new Icicle(figure));
$$('[data-picture=lanes]').forEach((figure) => new Lanes(figure));
addCopying();
const clear = addSearch(tools, tables);
addTheme(tools);
addLinks(tables, clear);
addCurrent();
document.documentElement.dataset.ready = '';
})();
