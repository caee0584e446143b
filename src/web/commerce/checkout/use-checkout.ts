import { useRef, useState } from 'react'
import { useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import { failureCode, fieldErrors, serverMessage } from '#contract/kit/client.ts'
import type { GiftInput } from '#contract/commerce/commerce.ts'
import type { PaymentMethod, TransactionKind } from '#contract/commerce/transactions.ts'
import type { Priced } from '#contract/kit/money.ts'
import type { Site } from '#contract/site/site.ts'
import { requestLogin, useApi, withLogin } from '#web/identity/index.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { itemLabel, waitingPath } from '#web/commerce/item-paths.ts'
import { commerceText } from '#web/commerce/text.ts'
import type { Notice } from './notice.ts'

export type CheckoutState =
  | { step: 'idle'; notice?: Notice }
  | { step: 'processing'; notice?: Notice }
  | { step: 'payment-window'; token: string }

const loadPaymentWindow = () => import('./paying/payment-window.ts')

/** The delay after sign-in, so that the dialog is closed before the checkout continues. */
const resumeAfterLoginMs = 100

const idleWith = (tone: Notice['tone'], message: string, link?: 'transactions'): CheckoutState => ({
  step: 'idle',
  notice: { tone, text: message, ...(link ? { link } : {}) },
})

/** The item to buy, and the page where the owner uses it. */
export type BuyableItem = Priced & {
  kind: TransactionKind
  id: string
  title: string
  ownerPath: string
  /** The element id of its offer, on a page that shows more. */
  anchor?: string
  /** What is in it, for a cart. */
  items?: readonly PurchaseKey[]
  /** For whom it is bought; without it for oneself. */
  gift?: GiftInput
}

type PurchaseKey = { courseId?: string; ebookId?: string; bundleId?: string }

export function itemInput({ kind, id, items, gift }: Pick<BuyableItem, 'kind' | 'id' | 'items' | 'gift'>) {
  const what = items
    ? { items: [...items] }
    : kind === 'course'
      ? { courseId: id }
      : kind === 'bundle'
        ? { bundleId: id }
        : { ebookId: id }
  return gift ? { ...what, gift } : what
}

type Options = {
  promoCode: string | null
  /** The open transaction that the new one takes the place of, as the user saw it; null: none. */
  replaced: string | null
  /** What the button says that it costs, in rupiah: the server opens no payment for more. Null: not compared. */
  shownTotal?: number | null
}

/** Idle → processing → payment window → idle, with a sign-in when needed. */
export function useCheckout(item: BuyableItem, { promoCode, replaced, shownTotal = null }: Options) {
  const { authenticated, sessions } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { site } = useRouteLoaderData('site') as { site: Site }
  const [state, setState] = useState<CheckoutState>({ step: 'idle' })
  // A ref, because state updates too late to block a second click.
  const busy = useRef(false)

  async function run(method: PaymentMethod | undefined): Promise<CheckoutState | null> {
    const { describeUnpaid, openPaymentWindow, preparePayment, statusUnknown, untilKnown } = await loadPaymentWindow()
    const scriptReady = preparePayment(site.payment)
    // Also ends a payment that is pending. If it fails, the checkout reports what applies now.
    if (replaced) await authenticated.commerce.cancelMyTransaction({ id: replaced }).catch(() => {})
    const { data } = await authenticated.commerce.checkout({
      ...itemInput(item),
      ...(promoCode ? { promoCode } : {}),
      ...(method && { method }),
      ...(shownTotal === null ? {} : { shownTotal }),
    })
    // A payment by hand has a page that says how.
    if (data.token === null && data.transactionId && data.redirectUrl !== null) {
      await navigate(waitingPath(data.transactionId))
      return null
    }
    // Nothing to pay, because of a promo code or because the item is free now.
    if (data.token === null && data.redirectUrl === null) {
      await openOwned()
      return null
    }
    if (!data.token || !data.transactionId) return idleWith('error', commerceText.tokenMissing)
    if (!(await scriptReady)) return idleWith('error', commerceText.scriptMissing)
    setState({ step: 'payment-window', token: data.token })
    const result = await openPaymentWindow(data.token)
    // The window may be closed, and the device offline, after the money was sent: the server asks the provider.
    const { transactionId: id } = data
    const known = await untilKnown(
      async () => (await authenticated.commerce.refreshMyTransaction({ id })).data,
      () => setState({ step: 'processing', notice: statusUnknown }),
    )
    if (result !== 'success' && known?.status !== 'success')
      return { step: 'idle', notice: describeUnpaid(result, known, item, id) }
    await openOwned()
    toast.success(
      item.gift
        ? `Pembayaran berhasil. Hadiah untuk ${item.gift.name} ${item.gift.sendOn ? 'kami kirim pada tanggal yang kamu pilih' : 'sedang kami kirim'}.`
        : item.items
          ? 'Pembayaran berhasil. Semua isi keranjang sekarang milikmu.'
          : `Pembayaran berhasil. ${itemLabel(item)} “${item.title}” sekarang milikmu.`,
    )
    return null
  }

  /** An e-book is bought where it is read: it opens at the same section. */
  async function openOwned() {
    if (location.pathname !== item.ownerPath) return navigate(item.ownerPath)
    await revalidate()
    // The pressed button has disappeared with the offer.
    document.getElementById('konten')?.focus({ preventScroll: true })
  }

  /** Without a method: as the open order, else with the online provider. */
  async function buy(method?: PaymentMethod) {
    if (busy.current) return
    busy.current = true
    setState({ step: 'processing' })
    try {
      const signedIn = await sessions.read('/')
      if (!signedIn) {
        if (
          !(await requestLogin({
            reason: `Masuk untuk melanjutkan pembelian “${item.title}”.`,
            ...(item.anchor && { anchor: item.anchor }),
          }))
        )
          return setState({ step: 'idle' })
        await new Promise((resolve) => setTimeout(resolve, resumeAfterLoginMs))
      }
      setState((await withLogin(() => run(method))) ?? { step: 'idle' })
    } catch (error) {
      if (failureCode(error) === 'ALREADY_ENROLLED') return void openOwned()
      // The page then shows the price that applies now, beside the message.
      if (failureCode(error) === 'PRICE_CHANGED') void revalidate()
      // What is wrong with the receiver of a gift is said by its field.
      setState(
        idleWith('error', Object.values(fieldErrors(error))[0] ?? serverMessage(error) ?? commerceText.checkoutFailed),
      )
    } finally {
      busy.current = false
    }
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
