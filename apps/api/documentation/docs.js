// The search over guides and operations, and the examples, on all pages under /docs.
const input = document.querySelector('#search');
const panel = document.querySelector('#found');
const [status, list] = panel.children;
const MAXIMUM = 12;
/** The address of the service in the guides. */
const EXAMPLE_ADDRESS = 'https://quiz.example.com';

let entries;
const load = () =>
  (entries ??= fetch('/docs/search.json')
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
    .catch(() => {
      // The next input tries again.
      entries = undefined;
      return [];
    }));

input.addEventListener('focus', load);
input.addEventListener('input', show);
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') list.querySelector('a')?.click();
});
panel.parentElement.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  panel.hidden = true;
  input.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!input.contains(target)) panel.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  input.focus();
});

/** Shows what has all words of the input, first what has most of them in its title. */
async function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = await load();
  const found = all.filter((entry) => {
    const text = `${entry.title} ${entry.in} ${entry.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const inTitle = ({ title }) => words.filter((word) => title.toLowerCase().includes(word)).length;
  found.sort((one, other) => inTitle(other) - inTitle(one));
  panel.hidden = words.length === 0;
  status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
  list.replaceChildren(...found.slice(0, MAXIMUM).map(itemOf));
}

function itemOf(entry) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const place = document.createElement('small');
  link.href = entry.path;
  place.textContent = entry.in;
  link.append(entry.title, place);
  item.append(link);
  return item;
}

for (const code of document.querySelectorAll('pre[data-language] > code')) {
  // Examples call this service.
  if (code.textContent.includes(EXAMPLE_ADDRESS))
    code.textContent = code.textContent.replaceAll(EXAMPLE_ADDRESS, location.origin);
  // Browsers have a clipboard for pages by HTTPS and of this machine only.
  if (navigator.clipboard !== undefined && code.parentElement.dataset.language !== 'Output')
    code.before(copyButtonOf(code));
}

function copyButtonOf(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });
  return button;
}
