"use strict";
window.addEventListener("load", () => {
  SwaggerUIBundle({
    urls: [/*URLS*/],
    dom_id: "#api",
    deepLinking: true,
    validatorUrl: null,
    persistAuthorization: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: "StandaloneLayout",
  });
});
