import { toNestErrors } from '@hookform/resolvers'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { describeSaveFailure } from '#web/kit/staff/describe-failure.ts'
import { withLogin } from '#web/identity/index.ts'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { usePressEnd } from '#web/kit/ui/behaviour/use-press-end.ts'
import { changedFields } from './changed-fields.ts'
import { readRejection, type SaveFailure } from './rejection.ts'
import { followSave, notSaving, type SaveEvent } from './save-state.ts'
import { useReloadForms } from './reload-forms.tsx'
import { useNewest } from './use-newest.ts'
import { useFormDraft, type OnLeaving } from './use-form-draft.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }
export type Validated<Output> = { value: Output; issues?: undefined } | { issues: readonly Issue[] }
export type Validate<Values, Output> = (values: Values) => Validated<Output> | Promise<Validated<Output>>

type Options<Values extends FieldValues, Output, Result> = {
  /** The values at the start. */
  values: NoInfer<DefaultValues<Values>>
  /** The version of the record that has these values, for a form that stays while the page loads it again. */
  version?: number
  /** The call, with the version that was typed over. When the session has expired, the user signs in and it is repeated. */
  save: (input: NoInfer<Output>, version: number) => Promise<Result>
  /** Called after a save, when leaving needs no confirmation any more. */
  onSaved: (result: NoInfer<Result>) => void | Promise<void>
  /** Called instead after Ctrl+S, which keeps the user in the form: for forms whose `onSaved` leaves the page. */
  onSavedInPlace?: (result: NoInfer<Result>) => void | Promise<void>
  failureText?: (error: unknown) => string
  /** Reports a failure in addition to the message of the form. */
  onFailure?: (text: string, error: unknown) => void | Promise<void>
  /** Covers the page while saving. */
  overlay?: boolean
  /**
   * The name of the local draft: for every form that fills a page, and for every form that changes a versioned record, because a stale form
   * cannot be restored without it.
   */
  draft?: string | undefined
}

/** The frame's part of a form, independent of its fields. */
export type FormFrame = {
  /** Validates and saves. Runs once at a time. */
  submit: () => Promise<void>
  /** The same, for Ctrl+S. */
  saveInPlace: () => Promise<void>
  /** Counts the attempts to save. */
  submitCount: number
  /** True while fields of the last attempt to save have errors. */
  hasRejectedFields: boolean
  isSaving: boolean
  isDirty: boolean
  /** True when there is input that was not saved. */
  hasUnsavedInput: () => boolean
  onLeaving: OnLeaving
  /** Stores the local draft now. */
  saveLocalDraft: () => void
  /** Removes the local draft with everything that was typed, which then counts as unsaved no more: for forms that are closed without saving. */
  discardDraft: () => void
  failure: SaveFailure | null
  /** Closes the dialog about an outdated version; its message stays in the form. */
  closeStale: () => void
  /** Stores the local draft and loads the current version, which then offers to restore it. */
  reload: () => void
  /** When the draft was stored on this device; null as long as it is not. */
  draftSavedAt: number | null
  /** When the draft of an earlier visit was stored; null without one, and after the choice. */
  offeredDraft: number | null
  restoreDraft: () => void
  removeDraft: () => void
}

export type ContractForm<Values extends FieldValues, Output = Values> = Omit<
  UseFormReturn<Values, unknown, Output>,
  'handleSubmit'
> &
  FormFrame & {
    /** The props of the field of this name, with its error. */
    field: <Name extends Path<Values>>(
      name: Name,
      options?: RegisterOptions<Values, Name>,
    ) => UseFormRegisterReturn<Name> & { error: string | undefined }
    /** The React key of fields with a state of their own, such as the article editor. It changes when values are restored, or loaded anew. */
    round: number
  }

/** The form of an endpoint whose input schema is this one. */
export type SchemaForm<Schema extends z.core.$ZodType<unknown, FieldValues>> = ContractForm<
  z.input<Schema>,
  z.output<Schema>
>

/** Validates the form values with the input schema of the endpoint. */
export const bySchema =
  <Schema extends z.core.$ZodType>(schema: Schema): Validate<z.input<Schema>, z.output<Schema>> =>
  (values) =>
    schema['~standard'].validate(values)

const empty = {}

/**
 * The form of a staff page. It validates with the rules of the contract, first on blur and then on every change, and shows errors beside their
 * fields, from the browser and from the server. `validate` is mostly `bySchema`. staff-form.tsx and dialog-form.tsx render it.
 */
export function useContractForm<Values extends FieldValues, Output, Result>(
  validate: Validate<Values, Output>,
  {
    values,
    version = 0,
    save,
    onSaved,
    onSavedInPlace = onSaved,
    failureText = describeSaveFailure,
    onFailure,
    overlay = false,
    draft: draftName,
  }: Options<Values, Output, Result>,
): ContractForm<Values, Output> {
  const pressEnd = usePressEnd()
  const reloadForms = useReloadForms()
  const form = useForm<Values, unknown, Output>({
    resolver: createResolver(validate, pressEnd),
    defaultValues: values,
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting, isSubmitted, submitCount, errors } = form.formState
  const draft = useFormDraft(form, draftName)
  const newest = useNewest(form, { values, version })
  // A ref, because state changes only with the next render, but a save may be pressed twice and `onSaved` may navigate before.
  const current = useRef(notSaving)
  const [{ failure }, setState] = useState(notSaving)

  function tell(event: SaveEvent): boolean {
    const { after, isDue } = followSave(current.current, event)
    current.current = after
    setState(after)
    return isDue
  }
  const tellClean = useEffectEvent(() => tell({ type: 'clean' }))
  useEffect(() => {
    if (!isDirty) tellClean()
  }, [isDirty])

  async function showFailure(error: unknown): Promise<void> {
    const rejection = readRejection(error, {
      isField: (name) => (name.split('.')[0] ?? '') in values,
      failureText,
      isRestorable: draftName !== undefined,
    })
    for (const { name, message } of rejection.fields) form.setError(name as Path<Values>, { message })
    await onFailure?.(rejection.text, error)
    if (rejection.failure) tell({ type: 'rejected', failure: rejection.failure })
  }

  async function send(input: Output, after: typeof onSaved): Promise<void> {
    const sent = structuredClone(form.getValues())
    let result: Result
    try {
      const call = () => save(input, newest.version())
      result = await withLogin(() => (overlay ? withOverlay(call) : call()))
    } catch (error) {
      return showFailure(error)
    }
    draft.remove()
    newest.markSaved(sent)
    form.reset(sent, { keepValues: true })
    tell({ type: 'saved', hasTypedMeanwhile: markTypedMeanwhile(sent) })
    await after(result)
  }

  /** Marks what was typed during the save as unsaved. False when there is nothing. */
  function markTypedMeanwhile(sent: Values): boolean {
    const typed = Object.entries(changedFields(form.getValues(), sent)) as [Path<Values>, Values[Path<Values>]][]
    for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true })
    return typed.length > 0
  }

  async function run(after: typeof onSaved) {
    if (!tell({ type: 'pressed' })) return
    try {
      await form.handleSubmit((input) => send(input, after))()
    } finally {
      tell({ type: 'ended' })
    }
  }

  return {
    ...form,
    field: (name, options) => ({
      ...form.register(name, options),
      error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
    }),
    round: draft.round + newest.round,
    isDirty,
    isSaving: isSubmitting,
    submitCount,
    hasRejectedFields: isSubmitted && Object.keys(errors).length > 0,
    hasUnsavedInput: () => isDirty && !current.current.isSaved,
    onLeaving: draft.onLeaving,
    saveLocalDraft: draft.saveNow,
    discardDraft() {
      tell({ type: 'discarded' })
      draft.remove()
    },
    failure,
    closeStale: () => void tell({ type: 'stale-closed' }),
    draftSavedAt: draft.savedAt,
    offeredDraft: draft.offeredAt,
    submit: () => run(onSaved),
    saveInPlace: () => run(onSavedInPlace),
    reload() {
      draft.saveNow()
      reloadForms()
    },
    restoreDraft: draft.restoreOffered,
    removeDraft: draft.removeOffered,
  }
}

/** Waits until a press has ended, so that errors that appear do not move the pressed button away; then validates. */
const createResolver =
  <Values extends FieldValues, Output>(
    validate: Validate<Values, Output>,
    pressEnd: () => Promise<void>,
  ): Resolver<Values, unknown, Output> =>
  async (typed, _, options) => {
    await pressEnd()
    const result = await validate(typed)
    return result.issues
      ? { values: empty, errors: toNestErrors(firstErrors(result.issues), options) }
      : { values: result.value, errors: empty }
  }

async function withOverlay<Result>(work: () => Promise<Result>): Promise<Result> {
  const endLoading = showLoading()
  try {
    return await work()
  } finally {
    endLoading()
  }
}

/** The first message of each field, by its dotted path. */
function firstErrors(issues: readonly Issue[]): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const { message, path = [] } of issues)
    errors[path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')] ??= {
      type: 'rule',
      message,
    }
  return errors
}
