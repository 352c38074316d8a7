/** The account service over HTTP (spec/1). */
package dev.guildhall.http.account;
