import type * as z from 'zod/mini'
import { useForm } from '#web/identity/sign-in/use-form.ts'

export type ProofAttempt<Proof> = {
  prove: (proof: Proof) => Promise<void>
  /** For failures that belong to no field. */
  showFailure: (error: unknown) => void
  clearFailure: () => void
  /** Too many attempts were made. */
  isWaiting: boolean
}

/** A form with one proof of identity: a code, a recovery code or the password. */
export function useProofForm<Fields extends Record<string, string>, Proof>(
  schema: z.core.$ZodType<Proof>,
  initial: Fields,
  { prove, showFailure, clearFailure }: ProofAttempt<NoInfer<Proof>>,
) {
  const form = useForm(schema, initial)
  const submit = form.handleSubmit(async (proof) => {
    clearFailure()
    try {
      await prove(proof)
    } catch (error) {
      if (!form.showFieldErrors(error)) showFailure(error)
    }
  })
  return { ...form, submit }
}
