import { parseStartTime } from './jakarta-time.ts'

type SessionItem = { id: string | null; name: string; priceIdr: number; quantity: number }
type Expiry = { startAt: string | null; durationMs: number }
export type SessionRequest = {
  orderId: string
  amountIdr: number
  items: SessionItem[]
  enabledPayments: string[] | null
  finishUrl: string | null
  expiry: Expiry | null
  pageExpiry: Expiry | null
  customFields: (string | null)[]
}

type Json = Record<string, unknown>

/**
 * Validates a create body as the provider does and returns either the request or all error messages.
 * The messages on required, number, 0.01 and the sum are the provider's; the others imitate their style.
 */
export function readCreateRequest(body: unknown): { request: SessionRequest } | { problems: string[] } {
  const root = asObject(body)
  const problems: string[] = []
  const details = asObject(root['transaction_details'])
  const amountIdr = readAmount(details['gross_amount'], problems)
  const orderId = readOrderId(details['order_id'], problems)
  const items = readItems(root['item_details'], problems)
  if (problems.length === 0 && items.length > 0 && sum(items) !== amountIdr) {
    problems.push('transaction_details.gross_amount is not equal to the sum of item_details')
  }
  checkCustomer(root['customer_details'], problems)
  const request: SessionRequest = {
    orderId,
    amountIdr,
    items,
    enabledPayments: readEnabledPayments(root['enabled_payments'], problems),
    finishUrl: readFinishUrl(root['callbacks'], problems),
    expiry: readExpiry(root['expiry'], 'expiry', problems),
    pageExpiry: readExpiry(root['page_expiry'], 'page_expiry', problems),
    customFields: [1, 2, 3].map((number) =>
      readText(root[`custom_field${number}`], `custom_field${number}`, 255, problems),
    ),
  }
  return problems.length > 0 ? { problems } : { request }
}

function readAmount(value: unknown, problems: string[]): number {
  const field = 'transaction_details.gross_amount'
  if (value === undefined || value === null) problems.push(`${field} is required`)
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    problems.push(`${field} is not a number`)
    return 0
  }
  if (value < 0.01) problems.push(`${field} must be greater than or equal to 0.01`)
  else if (!Number.isSafeInteger(value)) problems.push(`${field} must not contain decimal`)
  return value
}

function readOrderId(value: unknown, problems: string[]): string {
  const field = 'transaction_details.order_id'
  if (typeof value !== 'string' || value === '') {
    problems.push(`${field} is required`)
    return ''
  }
  if (value.length > 50) problems.push(`${field} too long (maximum 50 characters)`)
  if (!/^[A-Za-z0-9._~-]+$/.test(value)) problems.push(`${field} contains invalid characters`)
  return value
}

function readItems(value: unknown, problems: string[]): SessionItem[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    problems.push('item_details must be an array')
    return []
  }
  return value.map((entry, index) => readItem(asObject(entry), `item_details[${index}]`, problems))
}

function readItem(item: Json, field: string, problems: string[]): SessionItem {
  const price = item['price']
  const quantity = item['quantity']
  if (typeof price !== 'number' || !Number.isSafeInteger(price)) problems.push(`${field}.price is not a number`)
  if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity))
    problems.push(`${field}.quantity is not a number`)
  else if (quantity < 1) problems.push(`${field}.quantity must be greater than or equal to 1`)
  const name = readText(item['name'], `${field}.name`, 50, problems)
  if (!name) problems.push(`${field}.name is required`)
  for (const limited of ['brand', 'category', 'merchant_name', 'url'])
    readText(item[limited], `${field}.${limited}`, 50, problems)
  return {
    id: readText(item['id'], `${field}.id`, 50, problems),
    name: name ?? '',
    priceIdr: asNumber(price),
    quantity: asNumber(quantity),
  }
}

function sum(items: SessionItem[]): number {
  return items.reduce((total, item) => total + item.priceIdr * item.quantity, 0)
}

function checkCustomer(value: unknown, problems: string[]): void {
  if (value === undefined || value === null) return
  const customer = asObject(value)
  for (const field of ['first_name', 'last_name', 'email', 'phone'])
    readText(customer[field], `customer_details.${field}`, 255, problems)
  const email = customer['email']
  if (typeof email === 'string' && email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email))
    problems.push('customer_details.email format is invalid')
}

function readEnabledPayments(value: unknown, problems: string[]): string[] | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value.length > 0 ? value : null
  problems.push('enabled_payments must be an array of string')
  return null
}

function readFinishUrl(value: unknown, problems: string[]): string | null {
  const finish = readText(asObject(value)['finish'], 'callbacks.finish', 2000, problems)
  if (!finish) return null
  // The payment page redirects the browser there, so a `javascript:` URL must be rejected.
  const protocol = URL.parse(finish)?.protocol
  if (protocol === 'https:' || protocol === 'http:') return finish
  problems.push('callbacks.finish is not a valid URL')
  return null
}

const unitMs = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
])
const minimumExpiryMs = 20_000
const maximumExpiryMs = 7 * 86_400_000

function readExpiry(value: unknown, field: string, problems: string[]): Expiry | null {
  if (value === undefined || value === null) return null
  const { unit, duration, start_time: startTime } = asObject(value)
  const ms = typeof unit === 'string' ? unitMs.get(unit.replace(/s$/, '')) : undefined
  if (ms === undefined) problems.push(`${field}.unit is invalid`)
  if (typeof duration !== 'number' || !Number.isSafeInteger(duration) || duration < 1)
    problems.push(`${field}.duration is invalid`)
  const durationMs = (ms ?? 0) * asNumber(duration)
  if (durationMs > 0 && (durationMs < minimumExpiryMs || durationMs > maximumExpiryMs))
    problems.push(`${field}.duration is out of range`)
  const startAt = typeof startTime === 'string' ? parseStartTime(startTime) : null
  if (startTime !== undefined && startAt === null) problems.push(`${field}.start_time format is invalid`)
  return { startAt: startAt ? startAt.toISOString() : null, durationMs }
}

function readText(value: unknown, field: string, maximumLength: number, problems: string[]): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') {
    problems.push(`${field} must be a string`)
    return null
  }
  if (value.length > maximumLength) problems.push(`${field} too long (maximum ${maximumLength} characters)`)
  return value
}

// Converting an object to a number can throw.
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0)

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
