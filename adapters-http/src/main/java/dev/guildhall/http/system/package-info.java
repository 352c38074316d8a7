/** What stands at the root of every listener: health, metrics, keys, OpenAPI documents and their page (general-3). */
package dev.guildhall.http.system;
