import { accessibilities, accessibilityNames } from '@minga/contract/accessibility';
import { categoryNames } from '@minga/contract/category-names';
import { categories } from '@minga/contract/topics';
import type { SearchFilters } from '../search.ts';
import classes from './catalogue.module.css';

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
}

/** The filters of the sheet as a form for browsers without JavaScript, which others neither parse nor render. */
export function PlainFilters({ path, filters }: Props) {
  const { date, categoria, cupos, accesible = '', ...others } = filters;
  return (
    <noscript>
      <details className={classes.plainFilters}>
        <summary className="target link">Filtros</summary>
        <form action={path} className="cluster">
          {Object.entries(others).map(
            ([name, value]) =>
              value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <label>
            {'Cuándo '}
            <select name="date" defaultValue={date ?? ''} className={classes.select}>
              <option value="">Próximas</option>
              <option value="pasadas">Pasadas</option>
            </select>
          </label>
          <label>
            {'Categoría '}
            <select name="categoria" defaultValue={categoria ?? ''} className={classes.select}>
              <option value="">Todas</option>
              {categories.map(category => (
                <option key={category} value={category}>
                  {categoryNames[category]}
                </option>
              ))}
            </select>
          </label>
          <label>
            {'Cupos '}
            <select name="cupos" defaultValue={cupos ?? ''} className={classes.select}>
              <option value="">Con o sin cupos</option>
              <option value="libres">Con cupos</option>
            </select>
          </label>
          <label>
            {'Accesibilidad '}
            <select name="accesible" defaultValue={accesible} className={classes.select}>
              <option value="">Cualquiera</option>
              {accesible.includes(',') && <option value={accesible}>Lo que ya elegiste</option>}
              {accessibilities.map(name => (
                <option key={name} value={name}>
                  {accessibilityNames[name]}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={classes.chip}>
            Ver resultados
          </button>
        </form>
      </details>
    </noscript>
  );
}
