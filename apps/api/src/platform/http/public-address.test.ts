import { describe, expect, it } from 'vitest';
import { isPublicAddress, problemOf } from './public-address.ts';

describe('address rules', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '3ffe::1',
  ])('%s is public', address => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['metadata in carrier-grade NAT', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['metadata', '169.254.169.254'],
    ['metadata', '168.63.129.16'],
    ['metadata', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmark', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped, of a public address', '::ffff:8.8.8.8'],
    ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6to4', '2002:7f00:1::1'],
    ['unique local', 'fc00::1'],
    ['metadata, unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['a name', 'example.org'],
    ['nothing', ''],
  ])('%s is not: %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('url rules', () => {
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
});
