/** The colours of the ground, of the same family as theme/tokens.css. WebGL cannot read CSS variables. */
export interface Palette {
  readonly paper: string;
  readonly land: string;
  readonly water: string;
  readonly waterText: string;
  readonly park: string;
  readonly wood: string;
  readonly civic: string;
  readonly building: string;
  readonly path: string;
  readonly road: string;
  readonly mainRoad: string;
  readonly roadEdge: string;
  readonly rail: string;
  readonly border: string;
  readonly text: string;
  readonly textSoft: string;
  readonly halo: string;
  readonly grid: string;
}

export type Scheme = 'light' | 'dark';

export const palettes: Record<Scheme, Palette> = {
  light: {
    paper: '#f4eee2',
    land: '#f8f3e8',
    water: '#bcd8e6',
    waterText: '#28618c',
    park: '#d3e5cf',
    wood: '#c4dcc3',
    civic: '#f1e6cf',
    building: '#e9deca',
    path: '#d8b98f',
    road: '#fffefb',
    mainRoad: '#fbdf9f',
    roadEdge: '#cfc0a5',
    rail: '#b9ad98',
    border: '#a98f78',
    text: '#1d2a26',
    textSoft: '#4a5852',
    halo: '#fbf8f2',
    grid: '#e0d5c1',
  },
  dark: {
    paper: '#121c19',
    land: '#17231f',
    water: '#173544',
    waterText: '#93c6ea',
    park: '#1c3527',
    wood: '#1a3226',
    civic: '#2a2a1f',
    building: '#22312b',
    path: '#57492f',
    road: '#33453e',
    mainRoad: '#5b4d28',
    roadEdge: '#0f1815',
    rail: '#4a5a53',
    border: '#7a6a58',
    text: '#f3eee3',
    textSoft: '#b4c0b9',
    halo: '#121c19',
    grid: '#24332d',
  },
};
