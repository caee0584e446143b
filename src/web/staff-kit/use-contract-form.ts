import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors } from '#contract/client.ts'

export type ContractForm<Values extends FieldValues> = UseFormReturn<Values> & {
  /** Shows field errors of a rejected call at their fields. False when the error has none. */
  showFieldErrors(error: unknown): boolean
}

/** A form that validates with the input schema of the endpoint: first on blur, then on every change. */
export function useContractForm<Values extends FieldValues>(
  schema: z.core.$ZodType<unknown, Values>,
  defaultValues: DefaultValues<Values>,
): ContractForm<Values> {
  const form = useForm<Values>({ resolver: standardSchemaResolver(schema) as never, defaultValues, mode: 'onTouched' })
  return {
    ...form,
    showFieldErrors(error) {
      const errors = Object.entries(fieldErrors(error))
      for (const [name, message] of errors) form.setError(name as Path<Values>, { message }, { shouldFocus: true })
      return errors.length > 0
    },
  }
}
