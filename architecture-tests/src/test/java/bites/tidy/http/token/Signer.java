package bites.tidy.http.token;

import com.nimbusds.jwt.SignedJWT;

public record Signer(SignedJWT token) {}
