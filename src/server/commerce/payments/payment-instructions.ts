import { paymentChannelLabel } from '#contract/commerce/labels.ts'
import { paths } from '#contract/kit/paths.ts'
import type { PaymentInstructions } from '#contract/commerce/transactions.ts'
import { drawQr } from '#server/platform/drawing/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ReportedInstructions } from './payment-provider.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'

/** The page that waits for the payment of a transaction and says how to make it. */
export const waitingUrl = (
  { publicUrl }: Pick<CommerceDeps, 'publicUrl'>,
  { id }: Pick<TransactionRow, 'id'>,
): string => `${publicUrl}${paths.successCheckout()}?transaksi=${id}`

/** For the page of a transaction that waits for its payment. */
export function presentInstructions({
  paymentType,
  bank,
  number,
  billerCode,
  qrText,
  payBefore,
}: ReportedInstructions): PaymentInstructions {
  return {
    method: paymentChannelLabel(paymentType, bank),
    number,
    billerCode,
    qr: qrText === null ? null : drawQr(qrText),
    payBefore,
  }
}

/** True when the provider now names another number or code than before. Its deadline alone is no reason for a second mail. */
export function areNew(reported: ReportedInstructions, before: ReportedInstructions | null): boolean {
  const identify = ({ paymentType, bank, number, billerCode, qrText }: ReportedInstructions) =>
    JSON.stringify([paymentType, bank, number, billerCode, qrText])
  return before === null || identify(reported) !== identify(before)
}
