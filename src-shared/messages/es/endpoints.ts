import type { en } from '../en/index.ts'

export const endpoints: (typeof en)['endpoints'] = {
  saved: 'Las rutas del servicio se guardaron.',
  title: 'Rutas del servicio',
  revision: (title, version, isStandard) => `${title} · revisión ${version}${isStandard ? '' : ' (suya)'}`,
  what: 'El socio no las ha publicado todas. Las marcadas «supuesta» siguen lo que hacen servicios comparables; si el socio le indica otra, cámbiela aquí.',
  asJson: 'Perfil de rutas en JSON',
  /** The title of the standard profile. */
  standard: 'Servicio del socio, versión 1',
  edit: 'Editar',
  importFile: 'Importar un archivo',
  backToStandard: 'Volver al estándar',
  operation: 'Operación',
  methodAndPath: 'Método y ruta',
  assumed: 'supuesta',
}
