// Owns: putting the app on the page. Must not: hold logic.
import '@fontsource-variable/inter'
import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
mount(App, { target })
