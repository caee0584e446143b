import RotateCw from 'lucide-react/icons/rotate-cw'
import { Button } from '#web/kit/ui/button.tsx'
import { StateArt } from './state-art.tsx'

type Props = {
  title: string
  text: string
  onRetry?: () => void
  /** It is all of its page, and has its heading. */ isPage?: boolean
}

/** A failed load: what happened, what to do, and an optional retry button. */
export function ErrorState({ title, text, onRetry, isPage = false }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-14 text-center">
      <StateArt className="mb-6 text-mengkudu" />
      <Title className="max-w-110 text-xl font-bold tracking-[-0.02em] text-balance">{title}</Title>
      <p className="mt-2 max-w-110 text-ink-2">{text}</p>
      {onRetry && (
        <Button type="button" variant="outline" className="mt-6" onClick={onRetry}>
          <RotateCw className="size-4.5" />
          Coba lagi
        </Button>
      )}
    </div>
  )
}
