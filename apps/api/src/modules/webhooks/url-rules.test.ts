import { expect, it } from 'vitest';
import { problemOf } from './url-rules.ts';

const trusted = ['127.0.0.1:4000', 'pruebas.local'];

it.each([
  'https://recibe.example.org/minga?clave=1',
  'https://recibe.example.org:8443/',
  'https://8.8.8.8/minga',
  'https://[2606:4700:4700::1111]/minga',
  'https://xn--caf-dma.example/',
  'https://localhost.example.org/',
  'http://127.0.0.1:4000/minga',
  'http://pruebas.local:9999/minga',
  'https://pruebas.local/minga',
])('may be sent to: %s', url => expect(problemOf(url, trusted)).toBeNull());

const HTTPS = 'La dirección debe comenzar con https://';
const PRIVATE = 'La dirección debe ser de un servidor público de internet';
const PASSWORD = 'La dirección no puede llevar usuario ni contraseña';
const PORT = 'El puerto debe ser 443 o uno desde 1024';

it.each([
  ['http://recibe.example.org/', HTTPS],
  ['ftp://recibe.example.org/', HTTPS],
  ['ftp://pruebas.local/', HTTPS],
  ['http://127.0.0.1:4001/minga', HTTPS],
  ['https://', 'La dirección no es válida'],
  ['https://a b.example/', 'La dirección no es válida'],
  ['https://ana:clave@recibe.example.org/', PASSWORD],
  ['http://ana@pruebas.local/', PASSWORD],
  ['https://recibe.example.org:25/', PORT],
  ['https://recibe.example.org:80/', PORT],
  ['https://localhost/', PRIVATE],
  ['https://LOCALHOST./', PRIVATE],
  ['https://minga.localhost/', PRIVATE],
  ['https://impresora/', PRIVATE],
  ['https://impresora.local/', PRIVATE],
  ['https://metadata.google.internal/', PRIVATE],
  ['https://router.home.arpa/', PRIVATE],
  ['https://127.0.0.1/', PRIVATE],
  ['https://127.1/', PRIVATE],
  ['https://2130706433/', PRIVATE],
  ['https://0x7f.0.0.1/', PRIVATE],
  ['https://0177.0.0.1/', PRIVATE],
  ['https://①②⑦.0.0.1/', PRIVATE],
  ['https://10.0.0.1/', PRIVATE],
  ['https://169.254.169.254/latest/meta-data', PRIVATE],
  ['https://[::1]/', PRIVATE],
  ['https://[::ffff:127.0.0.1]/', PRIVATE],
  ['https://[fe80::1]/', PRIVATE],
  [`https://recibe.example.org/${'ñ'.repeat(100)}`, 'La dirección debe tener como máximo 500 caracteres'],
])('may not be sent to: %s', (url, problem) => expect(problemOf(url, trusted)).toBe(problem));
