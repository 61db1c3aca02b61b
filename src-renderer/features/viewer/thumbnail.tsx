import { useEffect, useRef, useState } from 'react'
import classes from './thumbnail.module.css'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/** A small image of a page, rendered when it becomes visible. Until then, and after a failure, it is a blank sheet. */
export function Thumbnail({ document, page = 1 }: { document: DealDocument; page?: number }) {
  const place = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      // pdfjs is large, so it loads with the first thumbnail.
      void import('./thumbnails.ts')
        .then(({ thumbnail }) => thumbnail(document, page))
        .then((made) => isGone || setUrl(made))
    })
    if (place.current !== null) observer.observe(place.current)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [document, page])
  return (
    <span ref={place} className={classes.sheet} data-thumbnail={url === null ? 'blank' : 'drawn'}>
      {url !== null && <img src={url} alt="" className={classes.picture} draggable={false} />}
    </span>
  )
}
