import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import type { Api } from '#web/identity/index.ts'

type PageFile = { createLoader: (api: Api) => LoaderFunction; Page: ComponentType }

/** Routes of staff pages, whose files are loaded when they are opened. */
export const staffPages =
  (api: Api) =>
  (path: string, open: () => Promise<PageFile>): RouteObject => ({
    path,
    lazy: async () => {
      const { createLoader, Page } = await open()
      return { loader: createLoader(api), Component: Page }
    },
  })
