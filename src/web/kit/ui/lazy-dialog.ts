import { lazy, type ComponentType } from 'react'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** A component that is loaded when it is first rendered, after a press. Where it cannot be loaded, a toast says so and nothing is shown. */
export const lazyDialog = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => {
        toast.error('Koneksi terputus. Muat ulang halaman, lalu coba lagi.')
        return { default: () => null }
      },
    ),
  )
