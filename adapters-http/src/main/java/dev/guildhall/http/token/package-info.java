/** Access tokens as signed JWTs (contract 1). The only package that names the JOSE library. */
package dev.guildhall.http.token;
