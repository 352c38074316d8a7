/** Sign-in with OAuth and OpenID Connect providers (spec/1, contract 1). */
package dev.guildhall.ports.oauth;
