/**
 * In every page of a preview: loads the page again when another edition is served, and shows what the author has
 * to mend. Listens only while the page can be seen, since a browser opens few connections to one server.
 */
const { edition } = document.currentScript.dataset;
let events = null;
let panel = null;

function listen() {
  events = new EventSource('/__dev/events');
  events.addEventListener('edition', ({ data }) => {
    if (JSON.parse(data) !== edition) location.reload();
  });
  events.addEventListener('problems', ({ data }) => show(JSON.parse(data)));
}

function stop() {
  events?.close();
  events = null;
}

function show(problems) {
  panel?.remove();
  panel = null;
  if (problems.length === 0) return;
  panel = element('aside', { className: 'dev-problems', role: 'alert' });
  const count = problems.length === 1 ? 'One thing' : `${problems.length} things`;
  panel.append(element('h2', {}, `${count} to mend`));
  panel.append(element('p', {}, 'The page behind this is the last edition without problems.'));
  const list = element('ul', {});
  for (const { file, line, column, field, message } of problems) {
    const item = element('li', {});
    const place = line > 0 ? `${file}:${line}:${column}` : file;
    item.append(element('code', {}, place), element('span', {}, field ? `${field}: ${message}` : message));
    list.append(item);
  }
  panel.append(list);
  document.body.append(panel);
}

function element(name, properties, text = '') {
  const made = Object.assign(document.createElement(name), properties);
  made.textContent = text;
  return made;
}

const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/__dev/client.css' });
document.head.append(style);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stop();
  else if (!events) listen();
});
addEventListener('pagehide', stop);
addEventListener('pageshow', () => {
  if (!events && !document.hidden) listen();
});
listen();
