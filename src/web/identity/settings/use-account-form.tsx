import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { retryAfterSeconds } from '#contract/client.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { FormError } from '#web/kit/ui/field.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'

type Sending<Values, Answer> = {
  call: (values: Values) => Promise<Answer>
  /** Runs once the call has succeeded. */
  done: (answer: Answer) => Promise<void>
  /** For a failure without a sentence of the server. */
  failed: string
}

/**
 * A form of the account settings. An expired session is renewed and the call made again; too many attempts start a wait, a rejected field
 * is marked, and every other failure stands in `notices`, above the fields.
 */
export function useAccountForm<Fields extends Record<string, string>, Output, Answer>(
  schema: z.core.$ZodType<Output>,
  initial: Fields,
  { call, done, failed }: Sending<NoInfer<Output>, Answer>,
) {
  const form = useForm(schema, initial)
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await done(await withLogin(() => call(values)))
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      if (seconds !== null) wait.start(seconds)
      else if (!form.showFieldErrors(error)) setFailure(failureText(error, failed, identityText.connectionFailed))
    }
  })
  const notices: ReactNode = (
    <>
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
    </>
  )
  return { ...form, submit, notices, isWaiting: wait.secondsLeft > 0 }
}
