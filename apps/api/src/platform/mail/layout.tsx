import { SITE_LINE, SITE_NAME } from '@minga/contract/site-words';
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Row,
  Section,
  Text,
} from '@react-email/components';
import {
  Children,
  type CSSProperties,
  cloneElement,
  Fragment,
  isValidElement,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { inertProse, inertText } from './inert-text.ts';
import { dark, light } from './palette.ts';

const FONT = 'Figtree, Helvetica, Arial, sans-serif';
const HEADING_FONT = 'Bricolage Grotesque, Figtree, Helvetica, Arial, sans-serif';

/**
 * The rules that inline styles cannot express, and the page background, which Body would copy inline to an element that the
 * dark scheme cannot style. The stylesheet contains no `>` or quotes, which React escapes inside a style element.
 */
const stylesheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${light.forest}; }
.ground { background-color: ${light.paper}; }
@media (max-width: 480px) { .sheet-cell { padding: 24px 20px !important; } .button { display: block !important; text-align: center !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark.paper} !important; }
  .sheet { background-color: ${dark.sheet} !important; }
  .ink { color: ${dark.ink} !important; }
  .link { color: ${light.maize} !important; }
  .soft, .soft a { color: ${dark.soft} !important; }
  .details { background-color: ${dark.paper} !important; }
  .button { background-color: ${light.maize} !important; color: ${light.ink} !important; }
}`;

interface MailLayoutProps {
  /** The document's title, and the preview text that mail programs show next to the subject. */
  readonly preview: string;
  /** One sentence in the footer that says why the recipient gets this email. */
  readonly reason: string;
  readonly unsubscribeUrl?: string;
  readonly children?: ReactNode;
}

/** The layout of all emails: header, woven border, content and footer. */
export function MailLayout({ preview, reason, unsubscribeUrl, children }: MailLayoutProps) {
  return (
    <Html lang="es" dir="ltr">
      <Head>
        <title>{preview}</title>
        <meta name="color-scheme" content="light dark" />
        <style>{stylesheet}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: 0, fontFamily: FONT }}>
        <Preview text={preview} />
        <Container
          className="sheet"
          style={{ maxWidth: '600px', width: '100%', backgroundColor: light.sheet }}
        >
          <Section style={{ backgroundColor: light.forest }}>
            <Text style={{ margin: 0, padding: '20px 32px 12px', color: light.paper, ...brand }}>
              {SITE_NAME}
            </Text>
          </Section>
          <Weave />
          <Row>
            <Column className="sheet-cell" style={{ padding: '32px 32px 24px', ...wrapped }}>
              {children}
              <Hr style={{ margin: '32px 0 16px', borderColor: light.line }} />
              <Text className="soft" style={{ ...small, margin: 0 }}>
                {inert(reason)}
              </Text>
              {unsubscribeUrl !== undefined && (
                <Text className="soft" style={{ ...small, margin: '8px 0 0' }}>
                  <a href={unsubscribeUrl} style={{ color: light.soft }}>
                    No recibir más correos como este
                  </a>
                </Text>
              )}
              <Text className="soft" style={{ ...small, margin: '8px 0 0' }}>
                {SITE_LINE}
              </Text>
            </Column>
          </Row>
        </Container>
      </Body>
    </Html>
  );
}

/**
 * Invisible padding after the preview. Without it, mail programs append the first words of the content to the preview. It has no sign
 * beyond Latin-1, with which every e-mail would take twice the memory.
 */
const PREVIEW_PADDING = '\u00a0\u00ad'.repeat(75);

function Preview({ text }: { readonly text: string }) {
  return (
    <div
      data-skip-in-text="true"
      style={{
        display: 'none',
        overflow: 'hidden',
        lineHeight: '1px',
        opacity: 0,
        maxHeight: 0,
        maxWidth: 0,
      }}
    >
      {text}
      <div>{PREVIEW_PADDING}</div>
    </div>
  );
}

const brand = { fontFamily: HEADING_FONT, fontSize: '26px', lineHeight: '32px', fontWeight: 700 };
const body = { fontSize: '17px', lineHeight: '27px', color: light.ink };
/** The style that wraps long words of user input, so that the email is not wider than a phone. */
const wrapped: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };
const small = { fontSize: '14px', lineHeight: '21px', color: light.soft };

const yarn: Record<string, string> = { m: light.maize, c: light.clay };
const weave = ['..m.', '.mcm', '..m.'].map((row, index) => ({
  id: `row${index}`,
  threads: [...row.repeat(11)].map((thread, column) => ({ id: `thread${column}`, colour: yarn[thread] })),
}));

/**
 * The woven pattern of a mochila as table cells, since many mail programs block images: maize diamonds with a clay
 * centre. Cells without a colour show the table's background, which keeps the markup small.
 */
function Weave() {
  return (
    <table
      role="presentation"
      data-skip-in-text="true"
      cellPadding={0}
      cellSpacing={0}
      style={{
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'collapse',
        fontSize: 0,
        lineHeight: 0,
        backgroundColor: light.forest,
      }}
    >
      <tbody>
        {weave.map(({ id, threads }) => (
          <tr key={id} style={{ height: '6px' }}>
            {threads.map(({ id: thread, colour }) =>
              colour === undefined ? <td key={thread} /> : <td key={thread} style={{ background: colour }} />,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Makes web addresses in text inert, since most texts were written by other people. Components convert the text inside them
 * themselves.
 */
const inert = (children: ReactNode, convert = inertText): ReactNode =>
  Children.map(children, child => {
    if (typeof child === 'string') return convert(child);
    return isValidElement<PropsWithChildren>(child) &&
      (typeof child.type === 'string' || child.type === Fragment) &&
      child.props.children !== undefined
      ? cloneElement(child, {}, inert(child.props.children, convert))
      : child;
  });

/** Numbers the parts of an e-mail. The numbers are React keys, since two parts can be equal and their order does not change. */
export const numbered = <Part,>(parts: readonly Part[]): { number: number; part: Part }[] =>
  parts.map((part, index) => ({ number: index + 1, part }));

/** Text in which web addresses work: our own, and that of organisers' messages to accounts. */
export const MailLiteral = ({ children }: { readonly children: ReactNode }) => <>{children}</>;

export function MailHeading({ children }: { readonly children: ReactNode }) {
  return (
    <Heading
      as="h1"
      className="ink"
      style={{
        margin: '0 0 16px',
        fontFamily: HEADING_FONT,
        fontSize: '26px',
        lineHeight: '33px',
        color: light.ink,
      }}
    >
      {inert(children)}
    </Heading>
  );
}

export function MailParagraph({ children }: { readonly children: ReactNode }) {
  return (
    <Text className="ink" style={{ margin: '0 0 16px', ...body }}>
      {inert(children)}
    </Text>
  );
}

/** The main action of an email. `href` is absolute and is also shown as text, for programs that show no buttons. */
export function MailButton({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Section style={{ margin: '24px 0' }}>
      <Button
        className="button"
        href={href}
        style={{
          padding: '16px 28px',
          borderRadius: '12px',
          backgroundColor: light.forest,
          color: light.paper,
          fontSize: '18px',
          fontWeight: 700,
        }}
      >
        {inert(children)}
      </Button>
      <Text className="soft" data-skip-in-text="true" style={small}>
        ¿El botón no abre? Copia esta dirección en tu navegador:
        <br />
        <span style={{ wordBreak: 'break-all' }}>{href}</span>
      </Text>
    </Section>
  );
}

/** A link within a paragraph, for secondary actions. `href` is absolute. */
export function MailLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="link" href={href} style={{ color: light.forest, fontWeight: 700 }}>
      {inert(children)}
    </a>
  );
}

/** Rows with a label and a value, such as the date and the place. */
export function MailDetails({ rows }: { readonly rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <Section
      className="details"
      style={{ margin: '24px 0', backgroundColor: light.paper, borderRadius: '12px' }}
    >
      {rows.map(({ label, value }) => (
        <Row key={label}>
          <Column className="ink" style={{ padding: '10px 20px', ...body, ...wrapped }}>
            <span className="soft" style={{ ...small, display: 'block' }}>
              {inertText(label)}:
            </span>{' '}
            {inert(value, inertProse)}
          </Column>
        </Row>
      ))}
    </Section>
  );
}
