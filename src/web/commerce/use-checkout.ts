import { useRef, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { failureCode, failureStatus, serverMessage } from '#contract/client.ts'
import type { ItemKind } from '#contract/commerce.ts'
import type { Site } from '#contract/site.ts'
import { requestLogin, useApi } from '#web/identity/index.ts'
import { itemWord } from './item-paths.ts'
import { openPaymentWindow, preparePayment, type PaymentResult } from './payment-window.ts'
import { text } from './text.ts'

export type CheckoutState = { step: 'idle'; notice?: Notice } | { step: 'processing' } | { step: 'payment-window'; token: string }

export type Notice = { tone: 'error' | 'info'; text: string; link?: 'transactions' }

/** How long after signing in the checkout goes on, once the dialog has left the screen. */
const resumeAfterLoginMs = 100

const idleWith = (tone: Notice['tone'], message: string, link?: 'transactions'): CheckoutState => ({
  step: 'idle',
  notice: { tone, text: message, ...(link ? { link } : {}) },
})

/** What the provider's window came back with, as the buyer sees it. Success is not here: it leaves the page. */
export function afterPaymentWindow(result: Exclude<PaymentResult, 'success'>, item: Pick<BuyableItem, 'kind'>): CheckoutState {
  if (result === 'pending') return idleWith('info', `Menunggu pembayaran. ${itemWord(item)} terbuka otomatis setelah pembayaran masuk.`, 'transactions')
  if (result === 'closed') return idleWith('info', text.windowClosed, 'transactions')
  return idleWith('error', text.paymentFailed)
}

/** What is bought, and where its owner uses it. */
export type BuyableItem = { kind: ItemKind; id: string; title: string; ownerPath: string }

/** How the API names an item. */
export const itemInput = ({ kind, id }: Pick<BuyableItem, 'kind' | 'id'>) => (kind === 'course' ? { courseId: id } : { ebookId: id })

/** Idle → processing → payment window → idle, with signing in on the way when needed. */
export function useCheckout(item: BuyableItem, promoCode: string | null) {
  const { mine, sessions } = useApi()
  const navigate = useNavigate()
  const { site } = useRouteLoaderData('site') as { site: Site }
  const [state, setState] = useState<CheckoutState>({ step: 'idle' })
  // State is set a moment later; a second press comes at once.
  const busy = useRef(false)

  async function run(): Promise<CheckoutState | null> {
    const scriptReady = preparePayment(site.payment)
    const { data } = await mine.commerce.checkout({ ...itemInput(item), ...(promoCode ? { promoCode } : {}) })
    // Nothing is left to pay: by a promo code, or because it is free now.
    if (data.token === null && data.redirectUrl === null) {
      await navigate(item.ownerPath)
      return null
    }
    if (!data.token || !data.transactionId) return idleWith('error', text.tokenMissing)
    if (!(await scriptReady)) return idleWith('error', text.scriptMissing)
    setState({ step: 'payment-window', token: data.token })
    const result = await openPaymentWindow(data.token)
    // Whatever the window says, the server looks for itself; should that fail, the owner's page waits for it.
    if (result !== 'closed') await mine.commerce.refreshMyTransaction({ id: data.transactionId }).catch(() => {})
    if (result !== 'success') return afterPaymentWindow(result, item)
    await navigate(item.ownerPath)
    return null
  }

  async function buy() {
    if (busy.current) return
    busy.current = true
    setState({ step: 'processing' })
    try {
      const signedIn = await sessions.read('/')
      if (!signedIn) {
        if (!(await requestLogin({ reason: `Masuk untuk melanjutkan pembelian “${item.title}”.` }))) return setState({ step: 'idle' })
        await new Promise((resolve) => setTimeout(resolve, resumeAfterLoginMs))
      }
      setState((await run()) ?? { step: 'idle' })
    } catch (error) {
      if (failureCode(error) === 'ALREADY_ENROLLED') return void navigate(item.ownerPath)
      setState(idleWith('error', failureStatus(error) === 401 ? 'Sesi berakhir. Masuk lagi untuk melanjutkan.' : (serverMessage(error) ?? text.checkoutFailed)))
    } finally {
      busy.current = false
    }
  }

  return {
    state,
    buy,
    /** To be called when somebody is about to press: the provider's script is then there in time. */
    prepare: () => void preparePayment(site.payment),
  }
}
