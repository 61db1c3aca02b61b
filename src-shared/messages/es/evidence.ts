import type { en } from '../en/index.ts'

export const evidence: (typeof en)['evidence'] = {
  referenceOtherName: 'El socio financiero tiene una solicitud con su referencia, pero con otro nombre.',
  reference: 'El socio financiero tiene una solicitud con su referencia.',
  referenceOlder:
    'El socio financiero tiene una solicitud con su referencia, pero su fecha no muestra que llegara después de este envío. Puede que el reloj de esta computadora esté mal, o que sea una anterior.',
  sharedReference:
    'El socio financiero tiene una solicitud con su referencia, pero varios de sus expedientes la usan.',
  sameName: 'El socio financiero tiene una solicitud con la misma razón social.',
  documentNotListed: 'La lista de documentos del socio financiero para esta solicitud no incluye este.',
  documentListed: 'El socio financiero muestra un documento con este nombre, tipo y tamaño.',
  documentAlike: 'El socio financiero muestra un documento parecido, pero otro de los suyos es igual.',
  strayNews:
    'Llegó una novedad de una solicitud que no está en esta aplicación. Puede ser esta; el socio financiero no dio más detalles.',
  notListed: 'La lista del socio financiero no muestra ninguna solicitud con su referencia.',
}
