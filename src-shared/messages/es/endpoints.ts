import type { en } from '../en/index.ts'

export const endpoints: (typeof en)['endpoints'] = {
  saved: 'Endpoints de la API guardados.',
  title: 'Endpoints de la API',
  revision: (title, version, isStandard) => `${title} · revisión ${version}${isStandard ? '' : ' (suya)'}`,
  what: 'El socio financiero no ha publicado todos los endpoints. Los marcados «supuesta» siguen a socios comparables. Si el socio financiero le da otros, cámbielos aquí.',
  asJson: 'Perfil de endpoints en JSON',
  /** The title of the standard profile. */
  standard: 'Socio financiero, versión 1',
  edit: 'Editar',
  importFile: 'Importar archivo',
  backToStandard: 'Restablecer el estándar',
  operation: 'Operación',
  methodAndPath: 'Método y ruta',
  assumed: 'supuesta',
}
