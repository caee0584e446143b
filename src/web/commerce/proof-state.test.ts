import { expect, test } from 'vitest'
import { noProof, reduceProof, type ProofEvent, type ProofState } from './proof-state.ts'
import { splitAmount } from './split-amount.ts'

const file = new File(['x'], 'bukti.jpg', { type: 'image/jpeg' })
const other = new File(['y'], 'lain.jpg', { type: 'image/jpeg' })
const after = (...events: ProofEvent[]): ProofState => events.reduce(reduceProof, noProof)
const pick = { type: 'choose', file } as const
const choosing = (chosen: File, made = chosen): ProofEvent[] => [
  { type: 'choose', file: chosen },
  { type: 'prepared', chosen, file: made },
]
const choose = choosing(file)
const sent = { type: 'sent', before: null } as const

test('a picture is chosen, sent once, and done', () => {
  expect(after(...choose)).toMatchObject({ step: 'chosen', problem: null })
  expect(after(...choose, { type: 'send' }, { type: 'send' }, pick)).toEqual({ step: 'sending', file })
  expect(after(...choose, { type: 'send' }, sent)).toEqual({ step: 'sent', before: null })
})

test('a proof that is refused while the page is open makes room for another one', () => {
  const read = (state: 'checking' | 'refused', proofAt: string): ProofEvent => ({ type: 'read', state, proofAt })
  const [first, second] = ['2026-11-21T03:00:00.000Z', '2026-11-21T04:00:00.000Z']
  const waiting = after(...choose, { type: 'send' }, sent, read('checking', first))
  expect(waiting).toMatchObject({ step: 'sent' })
  const refused = reduceProof(waiting, read('refused', first))
  expect(refused).toEqual(noProof)

  // Until the server is asked again, it is the first one that is refused.
  const again = [...choose, { type: 'send' }, { type: 'sent', before: first }, read('refused', first)] as const
  const waitingAgain = again.reduce(reduceProof, refused)
  expect(waitingAgain).toMatchObject({ step: 'sent' })
  expect(reduceProof(waitingAgain, read('refused', second))).toEqual(noProof)
})

test('a picture that is being made smaller is not sent before, and gives way to one that is chosen later', () => {
  expect(after(pick, { type: 'send' })).toEqual({ step: 'preparing', chosen: file })
  const late = { type: 'prepared', chosen: file, file } as const
  expect(after(pick, { type: 'choose', file: other }, late)).toEqual({ step: 'preparing', chosen: other })
  expect(after(pick, ...choosing(other), late)).toMatchObject({ step: 'chosen', file: other })
  const small = new File(['z'], 'bukti.jpg', { type: 'image/jpeg' })
  expect(after(...choosing(file, small))).toMatchObject({ step: 'chosen', file: small })
})

test('without a file nothing is sent, and what is no picture is refused with a reason', () => {
  expect(after({ type: 'send' })).toEqual({ step: 'idle', problem: 'Pilih gambar bukti transfer dulu' })
  expect(after(...choosing(new File(['x'], 'a.pdf', { type: 'application/pdf' })))).toMatchObject({
    step: 'idle',
    problem: expect.any(String),
  })
  // The file picker was closed without a choice.
  expect(after(...choose, { type: 'choose', file: undefined })).toMatchObject({ step: 'chosen' })
})

test('a failure keeps the file for another try', () => {
  const failed = after(...choose, { type: 'send' }, { type: 'failed', message: 'Koneksi terputus' })
  expect(failed).toEqual({ step: 'chosen', file, problem: 'Koneksi terputus' })
  expect(reduceProof(failed, { type: 'send' })).toEqual({ step: 'sending', file })
})

test('the last three digits are apart', () => expect(splitAmount('Rp 89.123')).toEqual(['Rp 89.', '123']))
