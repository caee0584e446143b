import { eq } from 'drizzle-orm'
import type { GiftInput } from '#contract/commerce/commerce.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import type { PricedLine } from '#server/commerce/items/price-lines.ts'
import type { PaymentSession } from '#server/commerce/payments/payment-provider.ts'
import type { LineRow, TransactionRow } from '#server/commerce/tables.ts'
import { isSameTeamOrder } from '#server/commerce/teams/team-purchase.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { readLines } from '#server/commerce/orders/lines.ts'
import type { PricedPurchase } from './open-transaction.ts'
import { sessionOf } from './payment-session.ts'

/** True when the payment session of the open transaction is the one for this purchase. */
export async function isContinued(
  tx: Tx,
  row: TransactionRow,
  { purchase, now }: { purchase: PricedPurchase; now: Date },
): Promise<boolean> {
  if (row.state === 'review') return true
  if (!sessionOf(row) || !isUnexpired(row, now)) return false
  return (await isSamePurchase(tx, row, purchase)) || keepsPriceOfSale(tx, row, purchase)
}

/** The amount without the unique code of a transfer. */
export async function priceOf(tx: Tx, row: TransactionRow): Promise<number> {
  if (row.method === 'card') return row.amountIdr
  return row.amountIdr - (await readLines(tx, row.id)).reduce((sum, line) => sum + line.uniqueCodeIdr, 0)
}

export async function isSamePurchase(
  tx: Tx,
  row: TransactionRow,
  { price, gift, team, method }: PricedPurchase,
): Promise<boolean> {
  if (row.method !== method || !(await isSameTeamOrder(tx, row, team))) return false
  // Another code with the same price is still another purchase: its redemption and its name on the invoice differ.
  const isSamePrice = (await priceOf(tx, row)) === price.total && row.promoCode === (price.promo?.code ?? null)
  if (!isSamePrice || !(await hasSameLines(tx, row, price.lines))) return false
  return (gift !== null || team !== null || (await hasSameCohorts(tx, row, price.lines))) && isSameGift(tx, row, gift)
}

const isUnexpired = ({ expiresAt }: TransactionRow, now: Date): boolean => expiresAt !== null && expiresAt > now

/** The session of a transaction whose items and prices before a promo code are unchanged; null when there is no payable session. */
export async function agreedSession(
  tx: Tx,
  row: TransactionRow,
  { current, now }: { current: readonly PricedLine[]; now: Date },
): Promise<PaymentSession | null> {
  if (row.state !== 'pending' || !isUnexpired(row, now)) return null
  return haveSamePrices(await readLines(tx, row.id), current) ? sessionOf(row) : null
}

/** The same items at the same prices before a promo code. */
function haveSamePrices(lines: readonly LineRow[], current: readonly PricedLine[]): boolean {
  const isSame = (line: LineRow) =>
    current.some(
      ({ item, groupId, priceIdr }) =>
        item.kind === line.kind &&
        item.id === line.itemId &&
        groupId === line.groupId &&
        item.priceIdr === line.listPriceIdr &&
        priceIdr === line.priceIdr - line.uniqueCodeIdr,
    )
  return lines.length === current.length && lines.every(isSame)
}

/** A single item is named by the transaction itself. */
async function hasSameLines(tx: Tx, row: TransactionRow, current: readonly PricedLine[]): Promise<boolean> {
  if (row.kind === 'course' || row.kind === 'ebook') return row.listPriceIdr === current[0]?.item.priceIdr
  return haveSamePrices(await readLines(tx, row.id), current)
}

/** Another cohort of a course is another purchase; a course without a choice costs no query. */
async function hasSameCohorts(tx: Tx, row: TransactionRow, current: readonly PricedLine[]): Promise<boolean> {
  if (!current.some(({ item }) => item.hasCohorts)) return true
  const groupOf = new Map(current.map(({ item, groupId }) => [item.id, groupId]))
  return (await readLines(tx, row.id)).every(({ itemId, groupId }) => (groupOf.get(itemId) ?? null) === groupId)
}

/** Opened in a sale that is over, for the same things with the same code: an open checkout keeps its lower price. */
async function keepsPriceOfSale(
  tx: Tx,
  row: TransactionRow,
  { price, gift, team, method }: PricedPurchase,
): Promise<boolean> {
  if (!(await isSameTeamOrder(tx, row, team))) return false
  if (row.method !== method || (await priceOf(tx, row)) > price.total || row.promoCode !== (price.promo?.code ?? null))
    return false
  const lines = await readLines(tx, row.id)
  const isSame =
    lines.length === price.lines.length &&
    lines.every((line) =>
      price.lines.some(
        ({ item, groupId }) => item.kind === line.kind && item.id === line.itemId && groupId === line.groupId,
      ),
    )
  return isSame && lines.some(({ inSale }) => inSale) && isSameGift(tx, row, gift)
}

/** The giver may have changed the text since the order was opened. */
async function isSameGift(tx: Tx, row: TransactionRow, wanted: GiftInput | null): Promise<boolean> {
  if (!wanted) return true
  const [stored] = await tx.select().from(gifts).where(eq(gifts.transactionId, row.id))
  return (
    stored?.name === wanted.name &&
    stored.message === (wanted.message ?? '') &&
    stored.sendOn === (wanted.sendOn ?? null)
  )
}
