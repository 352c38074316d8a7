/** Access tokens as signed JWTs (accounts-13). The only package that names the JOSE library. */
package dev.guildhall.http.token;
