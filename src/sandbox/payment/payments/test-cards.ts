// The provider’s test cards. Any future expiry date, CVV 123, OTP 112233.
export const testCvv = '123'
export const testOtp = '112233'

export type CardOutcome =
  | 'accept'
  | 'bank-deny'
  | 'fraud-deny'
  | 'fraud-challenge'
  | 'insufficient-funds'
  | 'pending-then-accept'

export type TestCard = {
  number: string
  outcome: CardOutcome
  /** True when the bank asks for a one-time password (3-D Secure). */
  asksOtp: boolean
  label: string
}

export const testCards: readonly TestCard[] = [
  { number: '4811111111111114', outcome: 'accept', asksOtp: true, label: 'Diterima' },
  { number: '5211111111111117', outcome: 'accept', asksOtp: true, label: 'Diterima (Mastercard)' },
  { number: '4411111111111118', outcome: 'accept', asksOtp: false, label: 'Diterima, tanpa 3DS' },
  { number: '4556557955726624', outcome: 'accept', asksOtp: false, label: 'Diterima, 3DS tanpa OTP' },
  { number: '4916994064252017', outcome: 'accept', asksOtp: true, label: 'Diterima, 3DS dengan OTP' },
  {
    number: '4024007176265022',
    outcome: 'pending-then-accept',
    asksOtp: false,
    label: 'Tertunda, diterima setelah 60 detik',
  },
  { number: '4911111111111113', outcome: 'bank-deny', asksOtp: true, label: 'Ditolak bank' },
  { number: '5111111111111118', outcome: 'bank-deny', asksOtp: true, label: 'Ditolak bank (Mastercard)' },
  { number: '4711111111111115', outcome: 'bank-deny', asksOtp: false, label: 'Ditolak bank, tanpa 3DS' },
  { number: '4472429869996670', outcome: 'insufficient-funds', asksOtp: false, label: 'Saldo tidak cukup' },
  { number: '4611111111111116', outcome: 'fraud-deny', asksOtp: false, label: 'Ditolak sistem anti-penipuan' },
  // Public copies of the provider's card list name this one for `fraud_status: challenge`.
  { number: '4511111111111117', outcome: 'fraud-challenge', asksOtp: false, label: 'Ditinjau sistem anti-penipuan' },
]

export const acceptedCard = '4811111111111114'
export const deniedCard = '4911111111111113'

export function findTestCard(number: string): TestCard | null {
  const digits = number.replace(/\D/g, '')
  return testCards.find((card) => card.number === digits) ?? null
}

/** `4811111111111114` → `48111111-1114`, as the provider writes it. */
export function maskCard(digits: string): string {
  return `${digits.slice(0, 8)}-${digits.slice(-4)}`
}
