package bites.tokens.integrations.oauth;

import com.nimbusds.jwt.SignedJWT;

record Provider(SignedJWT token) {}
