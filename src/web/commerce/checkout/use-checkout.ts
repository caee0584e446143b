import { useRef, useState } from 'react'
import { useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import type { GiftInput } from '#contract/commerce/commerce.ts'
import type { PaymentMethod, TransactionKind } from '#contract/commerce/transactions.ts'
import type { TeamInput } from '#contract/groups/team-input.ts'
import type { Priced } from '#contract/kit/money.ts'
import type { Site } from '#contract/site/site.ts'
import { requestLogin, useApi, withLogin } from '#web/identity/index.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { waitingPath } from '#web/commerce/item-paths.ts'
import { followCheckout, type CheckoutDue, type CheckoutEvent, type CheckoutState } from './checkout-flow.ts'

const loadPaymentWindow = () => import('./payment-window.ts')

/** The delay after sign-in, so that the dialog is closed before the checkout continues. */
const resumeAfterLoginMs = 100

/** The item to buy, and the page where the owner uses it. */
export type BuyableItem = Priced & {
  kind: TransactionKind
  id: string
  title: string
  ownerPath: string
  /** The element id of its offer, on a page that shows more. */
  anchor?: string
  /** Where an applied code is stored; without it at the item. */
  promoKey?: string
  /** The cart's items. */
  items?: readonly PurchaseKey[]
  /** For whom it is bought; without it for oneself. */
  gift?: GiftInput
  /** The cohort of a course. */
  cohortId?: string
  /** Seats of a team: of a new one, or more of one by its id. */
  seats?: number
  team?: TeamInput
  teamId?: string
}

type PurchaseKey = { courseId?: string; cohortId?: string; ebookId?: string; bundleId?: string; pathId?: string }

export function itemInput({
  kind,
  id,
  items,
  gift,
  cohortId,
  seats,
  team,
  teamId,
}: Pick<BuyableItem, 'kind' | 'id' | 'items' | 'gift' | 'cohortId' | 'seats' | 'team' | 'teamId'>) {
  if (teamId) return { teamId, ...(seats !== undefined && { seats }) }
  const what = items
    ? { items: [...items] }
    : kind === 'course'
      ? { courseId: id, ...(cohortId && { cohortId }) }
      : kind === 'bundle'
        ? { bundleId: id }
        : kind === 'path'
          ? { pathId: id }
          : { ebookId: id }
  if (team) return { ...what, team, ...(seats !== undefined && { seats }) }
  return gift ? { ...what, gift } : what
}

type Options = {
  promoCode: string | null
  /** The open transaction that the new one takes the place of, as the user saw it; null: none. */
  replaced: string | null
  /** The price on the button, in rupiah: the server opens no payment for more. Null: not compared. */
  shownTotal?: number | null
}

/** Carries out what `followCheckout` decides. */
export function useCheckout(item: BuyableItem, { promoCode, replaced, shownTotal = null }: Options) {
  const { authenticated, sessions } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { site } = useRouteLoaderData('site') as { site: Site }
  // A ref, because state updates too late to block a second click.
  const current = useRef<CheckoutState>({ step: 'idle' })
  const [state, setState] = useState<CheckoutState>({ step: 'idle' })
  const scriptReady = useRef<Promise<boolean> | null>(null)

  function send(event: CheckoutEvent): CheckoutDue {
    const { after, due } = followCheckout(current.current, event)
    current.current = after
    setState(after)
    return due
  }

  /** Returns the event that follows, or null. */
  async function carryOut(
    due: NonNullable<CheckoutDue>,
    method: PaymentMethod | undefined,
  ): Promise<CheckoutEvent | null> {
    switch (due.type) {
      case 'sign-in':
        return { type: (await signIn()) ? 'signed-in' : 'sign-in-declined' }
      case 'order':
        return { type: 'ordered', answer: await withLogin(() => order(method)) }
      case 'show-order':
        await navigate(waitingPath(due.transactionId))
        return { type: 'arrived' }
      case 'pay':
        return pay(due)
      case 'open-owned':
        await openOwned()
        if (due.thanks) toast.success(due.thanks)
        return { type: 'arrived' }
      case 'reload-page':
        void revalidate()
        return null
    }
  }

  async function signIn(): Promise<boolean> {
    if (await sessions.read('/')) return true
    const session = await requestLogin({
      reason: `Masuk untuk melanjutkan pembelian “${item.title}”.`,
      ...(item.anchor && { anchor: item.anchor }),
    })
    if (!session) return false
    await new Promise((resolve) => setTimeout(resolve, resumeAfterLoginMs))
    return true
  }

  async function order(method: PaymentMethod | undefined) {
    // The script loads meanwhile.
    scriptReady.current = (await loadPaymentWindow()).preparePayment(site.payment)
    // Also ends a payment that is pending. If it fails, the checkout reports what applies now.
    if (replaced) await authenticated.commerce.cancelMyTransaction({ id: replaced }).catch(() => {})
    const { data } = await authenticated.commerce.checkout({
      ...itemInput(item),
      ...(promoCode ? { promoCode } : {}),
      ...(method && { method }),
      ...(shownTotal === null ? {} : { shownTotal }),
    })
    return data
  }

  async function pay({ token, transactionId: id }: { token: string; transactionId: string }): Promise<CheckoutEvent> {
    const { describeOutcome, openPaymentWindow, statusUnknown, untilKnown } = await loadPaymentWindow()
    if (!(await scriptReady.current)) return { type: 'script-missing' }
    send({ type: 'window-opened', token })
    const result = await openPaymentWindow(token)
    // The window may be closed, and the device offline, after the money was sent: the server asks the provider.
    const known = await untilKnown(
      async () => (await authenticated.commerce.refreshMyTransaction({ id })).data,
      () => send({ type: 'status-unknown', notice: statusUnknown }),
    )
    return describeOutcome(result, known, item, id)
  }

  /** An e-book is bought where it is read: it opens at the same section. */
  async function openOwned() {
    if (location.pathname !== item.ownerPath) return navigate(item.ownerPath)
    await revalidate()
    // The pressed button has disappeared with the offer.
    document.getElementById('konten')?.focus({ preventScroll: true })
  }

  /** Without a method: as the open order, else with the online provider. Resolves to whether it was bought or ordered. */
  async function buy(method?: PaymentMethod): Promise<boolean> {
    let due = send({ type: 'pressed' })
    let last: CheckoutEvent | null = null
    while (due) {
      last = await carryOut(due, method).catch((error: unknown) => ({ type: 'failed' as const, error }))
      due = last && send(last)
    }
    return last?.type === 'arrived'
  }

  return {
    state,
    buy,
    /** Call before the click is likely (hover, focus), so that the script of the provider is loaded in time. */
    prepare: () =>
      void loadPaymentWindow().then(
        ({ preparePayment }) => preparePayment(site.payment),
        // The press reports it.
        () => {},
      ),
  }
}
