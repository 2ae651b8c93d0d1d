import GithubSlugger from 'github-slugger';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Drawing, type DrawingName } from '../../components/brand/drawing.tsx';
import manual from './manual.module.css';
import { ManualFrame } from './manual-frame.tsx';
import classes from './manual-page.module.css';
import {
  INDEX,
  linkedPage,
  manualPath,
  type ManualPage as Page,
  pictureName,
  type Topic,
  type TopicGroup,
} from './manual-source.ts';

interface Props {
  page: Page;
  outline: readonly TopicGroup[];
  pictures: ReadonlyMap<string, ManualPicture>;
}

/** One page of the manual: breadcrumbs, content, sections, and links to the previous and next page. */
export function ManualPage({ page, outline, pictures }: Props) {
  const topics = outline.flatMap(group => group.topics);
  const place = topics.findIndex(({ name }) => name === page.name);
  const group = outline.find(each => each.topics.some(({ name }) => name === page.name));
  return (
    <ManualFrame>
      <div className={classes.layout}>
        <main id="contenido" className={`stack ${classes.main}`}>
          <header className={classes.head}>
            <p className={`cluster soft ${classes.crumbs}`}>
              <a href={manualPath(INDEX)}>Ayuda</a> <span aria-hidden="true">›</span>{' '}
              {group && <span>{group.title}</span>}
              <a href="#temas" className={classes.toTopics}>
                Todos los temas
              </a>
            </p>
            <h1>{page.title}</h1>
            <p className={manual.lead}>{page.lead}</p>
          </header>
          <nav aria-labelledby="secciones" className={classes.sections}>
            <h2 id="secciones">En esta página</h2>
            <ul>
              {page.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className={classes.section}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className={classes.text}>
            <ManualContent name={page.name} tokens={page.body} pictures={pictures} />
            <nav aria-label="Tema anterior y siguiente" className={`stack ${classes.turn}`}>
              <Turn to={topics[place - 1]} className={classes.before}>
                Anterior
              </Turn>
              <Turn to={topics[place + 1]} className={classes.after}>
                Siguiente
              </Turn>
            </nav>
          </div>
        </main>
        <div className={classes.topics}>
          <ManualTopics outline={outline} here={page.name} />
        </div>
      </div>
    </ManualFrame>
  );
}

function Turn({
  to,
  className,
  children,
}: {
  to: Topic | undefined;
  className: string | undefined;
  children: ReactNode;
}) {
  if (to === undefined) return null;
  return (
    <a href={manualPath(to.name)} className={className}>
      <span>{children}</span>
      <span>{to.title}</span>
    </a>
  );
}

/** In the order of the groups: attendees, organisers, administrators, reference. */
const drawings: readonly DrawingName[] = ['people', 'seedling', 'path', 'search'];

/** The manual's first page: the topics for each group of readers. */
export function ManualIndex({ index, outline }: { index: Page; outline: readonly TopicGroup[] }) {
  const sought = index.body.slice(
    0,
    index.body.findIndex(({ type }) => type === 'heading'),
  );
  return (
    <ManualFrame>
      <main id="contenido" className={manual.main}>
        <div className={manual.top}>
          <header className={manual.head}>
            <h1>{index.title}</h1>
            <p className={manual.lead}>{index.lead}</p>
          </header>
          <div className={manual.sought}>
            <ManualContent name={index.name} tokens={sought} pictures={new Map()} />
          </div>
        </div>
        <div className={manual.groups}>
          {outline.map(({ id, title, lead, topics }, place) => (
            <section key={id} aria-labelledby={id} className={`card ${manual.group}`}>
              <div className={manual.drawing}>
                <Drawing name={drawings[place] ?? 'letter'} />
              </div>
              <h2 id={id}>{title}</h2>
              <p>{lead}</p>
              <ul>
                {topics.map(topic => (
                  <li key={topic.name}>
                    <a href={manualPath(topic.name)} className={manual.topic}>
                      {topic.title}
                    </a>
                    <span>{topic.summary}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </main>
    </ManualFrame>
  );
}

interface ManualTopicsProps {
  outline: readonly TopicGroup[];
  /** The current page. */
  here: string;
}

/** The list of all pages, next to the current page or, on phones, below it. */
const ManualTopics = ({ outline, here }: ManualTopicsProps) => (
  <nav id="temas" aria-labelledby="temas-titulo" className={classes.topicList}>
    <h2 id="temas-titulo" className={classes.title}>
      Todos los temas
    </h2>
    {outline.map(group => (
      <div key={group.id} className={classes.group}>
        <h3>{group.title}</h3>
        <ul>
          {group.topics.map(({ name, title }) => (
            <li key={name}>
              <a
                href={manualPath(name)}
                className={classes.topic}
                aria-current={name === here ? 'page' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

export interface ManualPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface ManualContentProps {
  /** The page's name. */
  readonly name: string;
  readonly tokens: readonly Token[];
  readonly pictures: ReadonlyMap<string, ManualPicture>;
}

/** Renders a page's Markdown below its title. Links and pictures have been checked (manualFaults). */
function ManualContent({ name, tokens, pictures }: ManualContentProps) {
  const slugger = new GithubSlugger();

  const all = (list: readonly Token[] | undefined): ReactNode =>
    createElement(Fragment, null, ...(list ?? []).map(token => one(token as MarkedToken)));

  function one(token: MarkedToken): ReactNode {
    switch (token.type) {
      case 'heading':
        return <Heading id={slugger.slug(token.text)} depth={token.depth} text={token.text} />;
      case 'paragraph':
        return isPictureAlone(token) ? all(token.tokens) : <p>{all(token.tokens)}</p>;
      case 'list':
        return token.ordered ? (
          <ol className={manual.steps}>{items(token)}</ol>
        ) : (
          <ul className={manual.list}>{items(token)}</ul>
        );
      case 'blockquote':
        return <div className={manual.note}>{all(token.tokens)}</div>;
      case 'table':
        return <Table table={token} cell={cell => all(cell.tokens)} />;
      case 'strong':
        return <strong className={manual.shown}>{token.text}</strong>;
      case 'em':
        return <em>{all(token.tokens)}</em>;
      case 'codespan':
        return <code className={manual.code}>{token.text}</code>;
      case 'link':
        return <a href={addressOf(token.href)}>{all(token.tokens)}</a>;
      case 'image':
        return <Picture image={token} picture={pictures.get(pictureName(token.href) ?? '')} />;
      case 'text':
        return token.tokens === undefined ? token.text : all(token.tokens);
      case 'escape':
        return token.text;
      case 'space':
        return null;
      default:
        throw new Error(`${name}.md: ${token.type} is not known here: ${token.raw}`);
    }
  }

  const items = (list: Tokens.List): ReactNode =>
    createElement(Fragment, null, ...list.items.map(item => createElement('li', null, all(item.tokens))));

  function addressOf(href: string): string {
    const linked = linkedPage(href, name);
    if (linked === null) return href;
    const place = linked.section === '' ? '' : `#${linked.section}`;
    return linked.name === name ? place || manualPath(name) : manualPath(linked.name) + place;
  }

  return <div className={manual.content}>{all(tokens)}</div>;
}

const isPictureAlone = ({ tokens }: Tokens.Paragraph): boolean =>
  tokens.every(({ type }) => type === 'image');

/** The heading links to itself, so that its address can be copied. */
function Heading({ id, depth, text }: { id: string; depth: number; text: string }) {
  const Level = `h${depth as 2 | 3}` as const;
  return (
    <Level id={id}>
      <a href={`#${id}`} className={manual.anchor}>
        {text}
      </a>
    </Level>
  );
}

/** Picture pixels per CSS pixel: screenshots are shown at their original size. */
const DENSITY = 2;

function Picture({ image, picture }: { image: Tokens.Image; picture: ManualPicture | undefined }) {
  if (picture === undefined) throw new Error(`no picture ${image.href}`);
  const { url, width, height } = picture;
  return (
    <figure className={manual.figure}>
      <img
        src={url}
        width={width / DENSITY}
        height={height / DENSITY}
        alt={image.text}
        loading="lazy"
        decoding="async"
      />
      {image.title && <figcaption>{image.title}</figcaption>}
    </figure>
  );
}

function Table({ table, cell }: { table: Tokens.Table; cell: (cell: Tokens.TableCell) => ReactNode }) {
  const row = (cells: readonly ReactNode[]) => createElement('tr', null, ...cells);
  return (
    <table className={manual.table}>
      <thead>{row(table.header.map(each => createElement('th', { scope: 'col' }, cell(each))))}</thead>
      {createElement(
        'tbody',
        null,
        ...table.rows.map(([name, ...facts]) =>
          row([
            name && createElement('th', { scope: 'row' }, cell(name)),
            ...facts.map(fact => createElement('td', null, cell(fact))),
          ]),
        ),
      )}
    </table>
  );
}
