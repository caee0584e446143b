import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { failureStatus, fieldErrors, serverMessage } from '#contract/client.ts'

export type ContractForm<Values extends FieldValues> = UseFormReturn<Values> & {
  /** Puts what the server refused beside the fields; true when it did. */
  showFieldErrors(error: unknown): boolean
}

/** A form that checks with the endpoint's own input schema: on leaving a field, then on every change. */
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

/** The server's words, else the page's own for a failure that never reached it. */
export function failureText(error: unknown, fallback: string, connectionFailed: string): string {
  return serverMessage(error) ?? (failureStatus(error) === null && !navigatorIsFine(error) ? connectionFailed : fallback)
}

const navigatorIsFine = (error: unknown): boolean =>
  !(error instanceof TypeError || (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name)))
