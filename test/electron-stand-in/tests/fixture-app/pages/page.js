document.querySelector('#result').textContent = `api ${window.api.version}`
