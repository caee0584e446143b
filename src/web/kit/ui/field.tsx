import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type FieldProps = {
  label: string
  /** Passing it, also as undefined, reserves a line for the message: an error that appears moves nothing. */
  error?: string | null | undefined
  hint?: ReactNode
  required?: boolean | undefined
}

const control =
  'block w-full rounded-field border bg-surface px-3.5 text-base text-ink soft hover:border-ink-2 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 ' +
  'border-border'

/** The ids and ARIA attributes of a control. `required` is announced only; the validation of the form enforces it. */
function useField(props: { id?: string | undefined } & Omit<FieldProps, 'label'>) {
  const { id, error, hint, required } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const errorId = `${controlId}-error`
  const hintId = `${controlId}-hint`
  const described = classNames(error ? errorId : null, hint ? hintId : null)
  return {
    controlId,
    errorId,
    hintId,
    isReserved: 'error' in props,
    controlProps: {
      id: controlId,
      ...(required && { 'aria-required': true }),
      ...(error && { 'aria-invalid': true }),
      ...(described && { 'aria-describedby': described }),
    },
  }
}

type ShellProps = FieldProps & {
  isReserved: boolean
  controlId: string
  errorId: string
  hintId: string
  className?: string | undefined
  children: ReactNode
}

function FieldShell({
  label,
  error,
  hint,
  required,
  isReserved,
  controlId,
  errorId,
  hintId,
  className,
  children,
}: ShellProps) {
  return (
    <div className={className}>
      <div className="mb-1.5 flex gap-1 text-sm font-semibold">
        <label htmlFor={controlId}>{label}</label>
        {required && (
          <span aria-hidden="true" title="Wajib diisi" className="text-mengkudu">
            *
          </span>
        )}
      </div>
      {children}
      <div className={isReserved ? 'messages min-h-7' : undefined}>
        {hint && (
          // Covered by the error, and still read by screen readers.
          <p id={hintId} className={classNames('mt-1.5 text-sm', error ? 'invisible' : 'text-ink-3')}>
            {hint}
          </p>
        )}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  )
}

/** The error of a control; `id` is for its `aria-describedby`. Announced at once with `role="alert"`. */
export function FieldError(props: { id?: string; role?: 'alert'; children: string }) {
  return (
    <p
      id={props.id}
      role={props.role}
      className="mt-1.5 flex gap-1.5 text-sm font-semibold whitespace-pre-line text-mengkudu"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {props.children}
    </p>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'required'> &
  FieldProps & { /** Shown inside the field at its right edge. */ trailing?: ReactNode }

/** Picks the props for the control itself. */
function forControl<Props extends FieldProps & { id?: string | undefined; className?: string | undefined }>(
  props: Props,
) {
  const { label: _l, error: _e, hint: _h, required: _r, id: _i, className: _c, ...rest } = props
  return rest
}

export function TextField({ trailing, ...props }: TextFieldProps) {
  const { controlProps, ...ids } = useField(props)
  return (
    <FieldShell {...props} {...ids}>
      <div className="relative">
        <input
          type="text"
          {...forControl(props)}
          {...controlProps}
          className={classNames(control, 'h-12', trailing ? 'pr-[min(3.25rem,17vw)]' : null)}
        />
        {trailing && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
      </div>
    </FieldShell>
  )
}

export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { controlProps, ...ids } = useField(props)
  return (
    <FieldShell {...props} {...ids}>
      <textarea {...forControl(props)} {...controlProps} className={classNames(control, 'min-h-24 py-3')} />
    </FieldShell>
  )
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={visible ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          onClick={() => setVisible(!visible)}
          className="grid h-11 w-[min(2.75rem,15vw)] place-items-center rounded-field text-ink-3 hover:text-ink"
        >
          <Icon className="size-5" />
          <span className="sr-only">{visible ? 'Sembunyikan password' : 'Lihat password'}</span>
        </button>
      }
    />
  )
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'required'> & FieldProps

export function SelectField({ children, ...props }: SelectFieldProps) {
  const { controlProps, ...ids } = useField(props)
  return (
    <FieldShell {...props} {...ids}>
      <div className="relative">
        <select {...forControl(props)} {...controlProps} className={classNames(control, 'h-12 appearance-none pr-10')}>
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-3" />
      </div>
    </FieldShell>
  )
}

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type' | 'required'> & Omit<FieldProps, 'required'>

export function CheckboxField({ label, error, hint, id, className, ...input }: CheckboxFieldProps) {
  const { controlProps, errorId, hintId } = useField({ id, error, hint, required: false })
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 py-1.5">
        <input {...input} {...controlProps} type="checkbox" className="size-5 shrink-0 accent-nila" />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="pl-8 text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="pl-8 text-sm font-semibold text-mengkudu">
          {error}
        </p>
      )}
    </div>
  )
}

/** The error of the whole form, announced as an alert. Empty without a message. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <div className="flex gap-3 rounded-field bg-mengkudu-50 px-4 py-3 text-[0.9375rem] font-semibold text-mengkudu">
          <CircleAlert className="mt-0.5 size-5 shrink-0" />
          <div>{children}</div>
        </div>
      )}
    </div>
  )
}
