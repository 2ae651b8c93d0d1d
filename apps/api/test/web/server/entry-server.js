// Fixture for the built renderer of screens (apps/web/src/app/entry-server.tsx): as much markup as the tests need.
export async function renderCatalogue(path, viewing, find) {
  const q = new URL(path, 'http://localhost').searchParams.get('q') ?? undefined;
  const { rows, total } = await find({ q, date: 'proximas', limit: 24, offset: 0 });
  const titles = rows.map(({ title }) => title.replaceAll('<', '&lt;'));
  return { html: `<p>${total}: ${titles.join(', ')} (${viewing.timeZone})</p>`, data: JSON.stringify(rows) };
}

export const catalogueAddress = path => (path.includes('date=proximas') ? '/actividades' : null);

export async function renderActivity(path, viewing, activity, plainForm) {
  const form = JSON.stringify(plainForm).replaceAll('<', '&lt;');
  return {
    html: `<p>${path} ${activity.title.replaceAll('<', '&lt;')} (${viewing.timeZone})</p><pre>${form}</pre>`,
    data: JSON.stringify(activity),
  };
}

export async function renderMissingActivity(_path, _viewing, isDeleted) {
  return { html: `<p>${isDeleted ? 'Eliminada' : 'Desconocida'}</p>`, data: '{}' };
}

export const collectivesAddress = () => null;

export async function renderCollectives(path, _viewing, find) {
  const q = new URL(path, 'http://localhost').searchParams.get('q') ?? undefined;
  const { rows, total } = await find({ q, limit: 24, offset: 0 });
  const names = rows.map(({ name }) => name.replaceAll('<', '&lt;'));
  return { html: `<p>${total}: ${names.join(', ')}</p>`, data: JSON.stringify(rows) };
}

export async function renderCollective(path, _viewing, collective, find) {
  const { rows } = await find({ colectivo: collective.slug, date: 'proximas', limit: 24, offset: 0 });
  const titles = rows.map(({ title }) => title.replaceAll('<', '&lt;'));
  return { html: `<p>${path}: ${titles.join(', ')}</p>`, data: JSON.stringify(collective) };
}

export async function renderMissingCollective() {
  return { html: '<p>Desconocido</p>', data: '{}' };
}

export const impactAddress = path => (path.includes('colectivo=x&y') ? '/impacto' : null);

export async function renderImpact(_path, _viewing, impact, collective) {
  const { activities, people, hours } = impact;
  const name = collective?.name.replaceAll('<', '&lt;') ?? '';
  return { html: `<p>${activities} ${people} ${hours} ${name}</p>`, data: JSON.stringify(impact) };
}

export async function renderMissingImpact() {
  return { html: '<p>Desconocido</p>', data: '{}' };
}

export const calendarAddress = path => (path.includes('mes=x') ? '/calendario' : null);

export async function renderCalendar(_path, viewing, startOfToday, find) {
  const { rows, total } = await find({ desde: '2026-10-26', hasta: '2026-12-06', limit: 500, offset: 0 });
  const titles = rows.map(({ title }) => title.replaceAll('<', '&lt;'));
  const moment = `${viewing.timeZone} ${startOfToday.toISOString()}`;
  return { html: `<p>${total}: ${titles.join(', ')} (${moment})</p>`, data: JSON.stringify(rows) };
}

export const accountFormAddress = path => (path.includes('volver=x') ? path.split('?')[0] : null);

export async function renderAccountForm(path, viewing) {
  return { html: `<form>${path} (${viewing.timeZone})</form>`, data: '{}' };
}

export async function renderCertificate(path, viewing, certificate) {
  const said = certificate === null ? 'Desconocida' : (certificate.name ?? 'Anulada');
  return { html: `<p>${path}: ${said} (${viewing.timeZone})</p>`, data: JSON.stringify(certificate) };
}

export const mapAddress = path => (path.includes('actividad=x') ? '/mapa' : null);

export async function renderMap(path, viewing, find) {
  const { html, data } = await renderCatalogue(path, viewing, find);
  return { html: `<h1>Mapa</h1>${html}`, data };
}
