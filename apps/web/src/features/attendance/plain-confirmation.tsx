import type { WholeActivity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import { ATTENDEE_NAME_MAX } from '@minga/contract/confirmation';
import type { Need } from '@minga/contract/needs';
import { ANSWER_MAX, type Question } from '@minga/contract/questions';
import type { PlainForm } from '@minga/contract/server-rendering';
import type { ReactNode } from 'react';
import { companionChoices, NO_COMPANIONS } from '../../lib/attendance/companion-choices.ts';
import { now } from '../../lib/dates/now.ts';
import { counted } from '../../lib/digits.ts';

// Only the server renders this form: the route imports it under `import.meta.env.SSR`, so that no browser loads it. Its styles are in
// app/server-rendered.css for the same reason (docs/decisions/0090-without-javascript.md).

interface Shown extends PlainForm {
  readonly activity: WholeActivity;
}

let shown: Shown | null = null;

/** Sets what the forms of the page show, or null for a page without an activity. Rendering is synchronous. */
export function setPlainForm(form: Shown | null): void {
  shown = form;
}

/** A link to the form, which is at the end of the page. */
export const PlainConfirmationLink = () =>
  shown !== null && (
    <p>
      <a href="#asistir" className="target link">
        {shown.own === null ? 'Ir al formulario para asistir' : 'Ver mi asistencia'}
      </a>
    </p>
  );

/** Confirms and cancels an attendance by plain forms, which the page's own address receives. */
export const PlainConfirmation = () => shown !== null && <Section {...shown} />;

function Section({ activity, outcome, own, ...form }: Shown) {
  const isOver = hasStarted(activity, now());
  return (
    <section id="asistir" className="card stack plain-form" aria-labelledby="asistir-titulo">
      <h2 id="asistir-titulo" className="title">
        {own === null ? 'Confirmar asistencia' : 'Tu asistencia'}
      </h2>
      <Problems of={form.problems} />
      {own === null && outcome === 'confirmed' && <p role="status">{SENT}</p>}
      {own === null && outcome === 'cancelled' && <p role="status">Cancelaste tu asistencia.</p>}
      {own !== null && <Own activity={activity} own={own} isNew={outcome === 'confirmed'} />}
      {own === null && isOver && <p>Esta actividad ya comenzó: ya no se puede confirmar.</p>}
      {own === null && !isOver && <Fields activity={activity} {...form} />}
      <p>
        <a href="/actividades" className="target link">
          Ver otras actividades
        </a>
      </p>
    </section>
  );
}

const SENT = 'Recibimos tu confirmación: te enviamos un correo con el resultado y con tu enlace personal.';

const Problems = ({ of: problems }: { of: readonly string[] }) =>
  problems.length > 0 && (
    <div id="asistir-errores" className="plain-form-problems" role="alert">
      {problems.map(problem => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );

interface OwnProps extends Pick<Shown, 'activity'> {
  readonly own: NonNullable<PlainForm['own']>;
  readonly isNew: boolean;
}

const Own = ({ activity, own, isNew }: OwnProps) => (
  <>
    <p role="status">{`${stateText(own)}${isNew ? ' Te enviamos un correo con los datos y con tu enlace personal.' : ''}`}</p>
    <form method="post" action={actionOf(activity)}>
      <button type="submit" name="accion" value="cancelar" className="plain-form-button">
        {own.status === 'confirmed' ? 'Cancelar Asistencia' : 'Salir de la lista de espera'}
      </button>
    </form>
    <p className="soft small">
      Desde otro navegador, cancelas con el enlace de ese correo: esa página sí necesita JavaScript.
    </p>
  </>
);

function stateText({ status, position }: OwnProps['own']): string {
  if (status === 'confirmed') return 'Confirmaste tu asistencia.';
  if (status === 'offered')
    return 'Hay un cupo para ti. Para aceptarlo, abre el enlace del correo en un navegador con JavaScript.';
  return `Estás en la lista de espera, en el puesto ${position ?? 1}. Si se libera un cupo para ti, te escribimos.`;
}

/** The fragment keeps the form in view after an error. */
const actionOf = ({ _id }: WholeActivity): string => `/actividades/${_id}#asistir`;

function Fields({ activity, typed, problems, dataDays }: Omit<Shown, 'own' | 'outcome'>) {
  const { companionsMax, needs, needsRequired, questions, places, capacity } = activity;
  const isFull = capacity !== null && places.free === 0;
  const text = { defaultValue: typed.name ?? '', maxLength: ATTENDEE_NAME_MAX };
  return (
    <form
      method="post"
      action={actionOf(activity)}
      className="stack"
      aria-describedby={problems.length > 0 ? 'asistir-errores' : undefined}
    >
      {isFull && <p>Ya no hay cupos libres: al enviar entras a la lista de espera, si la hay.</p>}
      <Field name="name" label="Nombre">
        <input id="plain-name" name="name" type="text" required autoComplete="name" {...text} />
      </Field>
      <Field name="email" label="Correo electrónico">
        <input
          id="plain-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          defaultValue={typed.email ?? ''}
        />
      </Field>
      {companionsMax > 0 ? (
        <Field name="companions" label="¿Cuántas personas van contigo?">
          <Choices
            name="companions"
            options={companionChoices(companionsMax)}
            value={typed.companions ?? '0'}
          />
        </Field>
      ) : (
        <p>{NO_COMPANIONS}</p>
      )}
      {needs.length > 0 && !isFull && (
        <fieldset className="stack">
          <legend>
            {needsRequired ? 'Elige en qué ayudas o qué llevas' : '¿En qué ayudas o qué llevas?'}
          </legend>
          {needs.map(need => (
            <NeedField key={need._id} need={need} value={typed[`need-${need._id}`] ?? '0'} />
          ))}
        </fieldset>
      )}
      {questions.map(question => (
        <QuestionField key={question._id} question={question} value={typed[`answer-${question._id}`] ?? ''} />
      ))}
      <label className="plain-form-check">
        <input id="plain-remind" type="checkbox" name="remind" defaultChecked={typed.remind !== undefined} />
        <span>Recordármelo un día antes por correo</span>
      </label>
      <p className="soft small">
        <span>{`Al confirmar aceptas que quien organiza use tus datos para esta actividad. Se borran ${counted(dataDays, 'día', 'días')} después. `}</span>
        <a href="/privacidad">Política de datos</a>
      </p>
      <button type="submit" name="accion" value="asistir" className="plain-form-button">
        Confirmar
      </button>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly children: ReactNode;
}

const Field = ({ name, label, children }: FieldProps) => (
  <div className="plain-form-field">
    <label htmlFor={`plain-${name}`}>{label}</label>
    {children}
  </div>
);

interface ChoicesProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean;
}

const Choices = ({ name, value, options, required = false }: ChoicesProps) => (
  <select id={`plain-${name}`} name={name} required={required} defaultValue={value}>
    {options.map(option => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

/** The party's share of a need. The server says if it is too much for the party. */
function NeedField({ need: { _id, name: what, quantity, taken }, value }: { need: Need; value: string }) {
  const name = `need-${_id}`;
  const missing = Math.max(0, quantity - taken);
  return (
    <Field name={name} label={missing === 0 ? `${what} (completo)` : `${what} (faltan ${missing})`}>
      <input
        id={`plain-${name}`}
        name={name}
        type="number"
        inputMode="numeric"
        min={0}
        max={missing}
        defaultValue={value}
        disabled={missing === 0}
      />
    </Field>
  );
}

function QuestionField({ question, value }: { question: Question; value: string }) {
  const { _id, label, kind, options, required } = question;
  const name = `answer-${_id}`;
  const choices = kind === 'choice' ? options.map(option => ({ value: option, label: option })) : YES_NO;
  return (
    <Field name={name} label={required ? label : `${label} (opcional)`}>
      {kind === 'text' ? (
        <input
          id={`plain-${name}`}
          name={name}
          required={required}
          maxLength={ANSWER_MAX}
          defaultValue={value}
        />
      ) : (
        <Choices name={name} required={required} options={[NO_CHOICE, ...choices]} value={value} />
      )}
    </Field>
  );
}

const NO_CHOICE = { value: '', label: 'Elige' };
const YES_NO = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No' },
];
