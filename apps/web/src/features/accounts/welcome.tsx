import { Button } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { DEFAULT_NAME } from '@minga/contract/site-words';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../../components/brand/drawing.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { siteName } from '../../lib/site-name.ts';
import { greeting } from './greeting.ts';
import classes from './welcome.module.css';

const features = [
  {
    drawing: 'seedling',
    to: '/add-task',
    title: 'Crea actividades',
    text: 'Publica tu minga: qué se hace, dónde, cuándo y con quién.',
  },
  {
    drawing: 'path',
    to: '/tasks/lista',
    title: 'Participa en las que ya existen',
    text: 'Encuentra actividades cerca de ti y confirma que vas.',
  },
  {
    drawing: 'people',
    to: '/colectivos',
    title: 'Conoce a otras personas voluntarias',
    text: 'Encuentra los colectivos que ya trabajan por tu comunidad, y síguelos.',
  },
] as const satisfies readonly { drawing: DrawingName; to: string; title: string; text: string }[];

/** The first page after e-mail verification (docs/rules.md R2.13); `children`: what the user has already done as a visitor. */
export function Welcome({ user, children }: { user: User; children?: ReactNode }) {
  return (
    <>
      <PageHeading
        title={greeting(user)}
        windowTitle="Te damos la bienvenida"
        lead={`${siteName === DEFAULT_NAME ? 'En los Andes, una minga es el trabajo que una comunidad hace junta. ' : ''}Esto es lo que puedes hacer aquí:`}
      />
      {children}
      <ul className={`stack ${classes.cards}`}>
        {features.map(({ drawing, to, title, text }) => (
          <li key={title} className={`card ${classes.card}`}>
            <Drawing name={drawing} />
            <h2 className={classes.title}>
              <Link to={to} className={classes.link}>
                {title}
              </Link>
            </h2>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
      <Button component={Link} to="/tasks" size="lg" className={classes.start}>
        Inicio
      </Button>
    </>
  );
}
