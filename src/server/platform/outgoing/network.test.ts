import { expect, test } from 'vitest'
import { BlockedAddress, findUrlProblem, resolvePublic, type Network } from './network.ts'

const resolvingTo = (...addresses: string[]): Network => ({
  allowPrivate: false,
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})

const privateIps = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.1',
  '0.0.0.0',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '2001:0:7f00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '4000::1',
]

test.each(privateIps)('a name that resolves to %s is blocked', async (address) => {
  await expect(resolvePublic(resolvingTo(address), 'hooks.example.com')).rejects.toThrow(BlockedAddress)
  // One private address among public ones is enough.
  await expect(resolvePublic(resolvingTo('93.184.216.34', address), 'hooks.example.com')).rejects.toThrow(
    BlockedAddress,
  )
})

test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])(
  'a name that resolves to %s is accepted',
  async (address) => {
    expect(await resolvePublic(resolvingTo(address), 'hooks.example.com')).toMatchObject([{ address }])
  },
)

const privateText = 'Alamat di jaringan pribadi tidak bisa dipakai'
test.each<[string, string]>([
  ['http://hooks.example.com/x', 'Alamat harus diawali https://'],
  ['https://localhost/x', privateText],
  ['https://intranet/x', privateText],
  ['https://router.local/x', privateText],
  ['https://127.0.0.1/x', privateText],
  ['https://2130706433/x', privateText],
  ['https://0x7f.1/x', privateText],
  ['https://0177.0.0.1/x', privateText],
  ['https://127.1/x', privateText],
  ['https://①②⑦.0.0.1/x', privateText],
  ['https://[::1]/x', privateText],
  ['https://[::ffff:169.254.169.254]/x', privateText],
  ['https://[64:ff9b::a9fe:a9fe]/x', privateText],
])('%s cannot be saved', async (url, problem) =>
  expect(await findUrlProblem(resolvingTo('93.184.216.34'), url)).toBe(problem),
)

test('a name that resolves to a private address cannot be saved', async () => {
  expect(await findUrlProblem(resolvingTo('10.0.0.1'), 'https://hooks.example.com/x')).toBe(privateText)
})

test('a name that cannot be resolved now can be saved', async () => {
  const network: Network = {
    allowPrivate: false,
    resolve: () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })),
  }
  expect(await findUrlProblem(network, 'https://hooks.example.com/x')).toBeNull()
})

test('inside one network, private addresses and plain HTTP can be saved', async () => {
  expect(await findUrlProblem({ ...resolvingTo('10.0.0.1'), allowPrivate: true }, 'http://intranet:8080/x')).toBeNull()
})
