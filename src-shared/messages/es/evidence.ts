import type { en } from '../en/index.ts'

export const evidence: (typeof en)['evidence'] = {
  referenceOtherName: 'El servicio tiene una solicitud con su referencia, pero con otro nombre.',
  reference: 'El servicio tiene una solicitud con su referencia.',
  referenceOlder:
    'El servicio tiene una solicitud con su referencia, pero su fecha no muestra que llegara después de este envío. Puede que el reloj de esta computadora esté mal, o que sea una anterior.',
  sharedReference: 'El servicio tiene una solicitud con su referencia, que llevan varios de sus expedientes.',
  sameName: 'El servicio tiene una solicitud con la misma razón social.',
  documentNotListed: 'El servicio muestra los documentos de esta solicitud, y este no está entre ellos.',
  documentListed: 'El servicio muestra un documento con este nombre, tipo y tamaño.',
  documentAlike: 'El servicio muestra un documento como este, pero otro de los suyos es igual.',
  strayNews:
    'Llegó una novedad de una solicitud que aquí nadie conoce. Puede que sea esta; el servicio no dice más.',
  notListed: 'La lista del servicio no muestra ninguna solicitud con su referencia.',
}
