// What the legend can do with an indicator.
export type StudyAction = 'toggle' | 'settings' | 'remove'
