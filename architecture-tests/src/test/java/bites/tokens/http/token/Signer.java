package bites.tokens.http.token;

import com.nimbusds.jwt.SignedJWT;

record Signer(SignedJWT token) {}
