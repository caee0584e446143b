import { decisionSentence } from '#contract/commerce/refund-requests.ts'

/** The field of a decision that the buyer is told of. */
export const sentenceForBuyer = {
  name: 'sentence',
  rule: decisionSentence,
  label: 'Kalimat untuk pembeli',
  hint: 'Ikut terkirim lewat email.',
} as const
